import type { methods, operations } from '../../../generated/admin-types.ts';
import type { DecodedBody } from '../../../engine/message/decoded-body.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { type BehaviourTable, createDefineBehaviours, toDirect } from '../../../engine/responders/typed-behaviours.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../../identity/organization.ts';
import { type Controller, controllerOf } from '../access/controller.ts';

/** Context of a control behaviour besides the valid request: the caller and the sandbox. */
export interface Circumstances {
  readonly controller: Controller;
  /** Sandbox of the call; the getter throws 404 on a server that has none. */
  readonly sandbox: Sandbox;
  /** Owner of the sandbox; the getter throws 404 if there are no sandboxes. */
  readonly owner: Organization;
  /** Undefined if there are no sandboxes. */
  readonly anySandbox: Sandbox | undefined;
  /** UUID of the organization that the call acts for; undefined if there is none. */
  readonly organization: string | undefined;
  /** `scheme://host[:port]` by which the client addressed the server. */
  readonly origin: string;
  /** The body as it was sent. */
  readonly sent: DecodedBody;
  /** Aborts when the caller's session of the console or its access by token ends, for streams; undefined for other callers. */
  readonly endOfSession: AbortSignal | undefined;
  /** Registers a task to run if the client disconnects before it has its response. */
  readonly whenGone: (task: () => void) => void;
}

export interface ControlApi {
  readonly operations: operations;
  readonly methods: methods;
  readonly reading: Circumstances;
  readonly writing: Circumstances;
  // The services begin their own transactions.
}

export type ControlTable = BehaviourTable<ControlApi>;

export const defineBehaviours = createDefineBehaviours<ControlApi>();

/** Converts the table to the engine's format. */
export const toBehaviours = (table: ControlTable): Behaviours => toDirect<ControlApi>(table, toRequest);

const toRequest = (exchange: Validated) => {
  const { input, body, caller, request, sandbox } = exchange;
  return {
    body: input.body,
    path: input.parameters.path,
    query: input.parameters.query,
    header: input.parameters.header,
    get controller() {
      return controllerOf(exchange);
    },
    get sandbox() {
      return sandboxOf(exchange);
    },
    get owner() {
      return ownerOf(exchange);
    },
    anySandbox: sandbox,
    organization: caller?.organization?.uuid,
    origin: request.origin,
    get endOfSession() {
      return controllerOf(exchange).endOfSession?.();
    },
    sent: body,
    whenGone: (task: () => void) => request.whenGone?.(task),
  };
};

const sandboxOf = ({ sandbox }: Pick<Validated, 'sandbox'>): Sandbox => {
  if (sandbox !== undefined) return sandbox;
  throw noSandboxes();
};

const ownerOf = (exchange: Pick<Validated, 'caller'>): Organization => {
  const { organization } = controllerOf(exchange);
  if (organization !== undefined) return organization;
  throw noSandboxes();
};

const noSandboxes = (): Error =>
  problem('not-found', { detail: 'This server has no sandbox yet: POST /__admin/sandboxes creates one.' });
