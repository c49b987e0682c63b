import type { methods, operations } from '../../../generated/admin-types.ts';
import type { DecodedBody } from '../../../engine/message/decoded-body.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import * as typed from '../../../engine/responders/typed-behaviours.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../../identity/organization.ts';
import { type Controller, controllerOf } from '../access/controller.ts';

/** Context of a control behaviour besides the valid request: the caller and the sandbox. */
export interface Circumstances extends typed.Circumstances {
  readonly controller: Controller;
  /** Sandbox of the call; the getter throws 404 on a server that has none. */
  readonly sandbox: Sandbox;
  /** Owner of the sandbox; the getter throws 404 if there are no sandboxes. */
  readonly owner: Organization;
  /** Undefined if there are no sandboxes. */
  readonly anySandbox: Sandbox | undefined;
  /** UUID of the organization that the call acts for; undefined if there is none. */
  readonly organization: string | undefined;
  /** The body as it was sent. */
  readonly sent: DecodedBody;
  /** Aborts when the caller's session of the console or its access by token ends, for streams; undefined for other callers. */
  readonly endOfSession: AbortSignal | undefined;
  /** Registers a task to run if the client disconnects before it has its response. */
  readonly whenGone: (task: () => void) => void;
}

/** The services begin their own transactions, if any. */
type ControlTable = typed.BehaviourTable<typed.ApiOf<operations, methods>, Circumstances, Circumstances, typed.Sent>;

export const defineBehaviours = typed.createDefineBehaviours<ControlTable>();

/** Converts the table to the engine's format. */
export const toBehaviours = (table: ControlTable): Behaviours =>
  typed.toBehaviours(table, (run) => ({ transactional: false, run: (exchange) => run(toRequest(exchange)) }));

const toRequest = (exchange: Validated) => {
  const { body, caller, request, sandbox } = exchange;
  return {
    ...typed.toRequest(exchange),
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
