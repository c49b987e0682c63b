import type { components, methods, operations } from '../../../generated/admin-types.ts';
import type { DecodedBody } from '../../../engine/message/decoded-body.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { type BehaviourTable, createDefineBehaviours, toDirect } from '../../../engine/responders/typed-behaviours.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../../identity/organization.ts';
import { type Controller, controllerOf } from '../access/controller.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

/** What a control behaviour is given besides the valid request: who calls, and the sandbox that the call acts on. */
interface Circumstances {
  readonly controller: Controller;
  /** The sandbox of the call; reading it ends with 404 where nothing is kept: a foreign description. */
  readonly sandbox: Sandbox;
  /** Whose sandbox it is; reading it ends with 404 where nothing is kept. */
  readonly owner: Organization;
  /** Undefined where nothing is kept. */
  readonly anySandbox: Sandbox | undefined;
  /** The UUID of the organization that the call acts for; undefined where it acts for none. */
  readonly organization: string | undefined;
  /** `scheme://host[:port]` as the client addressed us. */
  readonly origin: string;
  /** The body as it was sent. */
  readonly sent: DecodedBody;
  /** Does something when the client leaves before it has its answer. */
  readonly whenGone: (task: () => void) => void;
}

export interface ControlApi {
  readonly operations: operations;
  readonly methods: methods;
  readonly reading: Circumstances;
  readonly writing: Circumstances;
  // The services begin their own transactions.
  readonly transactional: false;
}

export type Schemas = components['schemas'];

export type ControlTable = BehaviourTable<ControlApi>;

export const defineBehaviours = createDefineBehaviours<ControlApi>();

/** The table as the engine takes it. */
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
    sent: body,
    whenGone: (task: () => void) => request.whenGone?.(task),
  };
};
