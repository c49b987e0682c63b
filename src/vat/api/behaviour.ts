import type { components, methods, operations } from '../../generated/api-types.ts';
import { checkIfMatch, type CurrentResource } from '../../engine/preconditions/if-match.ts';
import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { Caller, CallerOrganization } from '../../engine/ports/ports.ts';
import type { Behaviours, Visit } from '../../engine/responders/stateful.ts';
import {
  type BehaviourTable as TableOf,
  type OperationIdOf,
  createDefineBehaviours,
  toTransactional,
} from '../../engine/responders/typed-behaviours.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';

export type Schemas = components['schemas'];

/** Context of a behaviour besides the valid request: the caller and the sandbox. */
export interface Circumstances<Work extends Reading> {
  /** File parts of an upload. */
  readonly files: readonly FilePart[];
  /** The authorized partner named in the path; empty for operations without one. */
  readonly seller: string;
  /** Undefined for public operations. */
  readonly caller: Caller | undefined;
  readonly organization: CallerOrganization | undefined;
  /** `scheme://host[:port]` by which the client addressed the server. */
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly work: Work;
  /** "`If-Match` mismatch returns 409 with the current resource." */
  readonly checkVersion: (current: CurrentResource) => void;
}

export interface Api {
  readonly operations: operations;
  readonly methods: methods;
  readonly reading: Circumstances<Reading>;
  readonly writing: Circumstances<UnitOfWork>;
}

export type OperationId = OperationIdOf<Api>;

/** Behaviours by operationId: reads get a read-only state, writes are transactions. */
export type BehaviourTable = TableOf<Api>;

export const defineBehaviours = createDefineBehaviours<Api>();

/** Converts the table to the engine's format. */
export const toBehaviours = (table: BehaviourTable): Behaviours => toTransactional<Api>(table, toRequest);

const toRequest = ({ exchange, sandbox, work }: Visit<Reading>) => {
  const { input, body, caller, partner: seller = '', request } = exchange;
  return {
    body: input.body,
    path: input.parameters.path,
    query: input.parameters.query,
    header: input.parameters.header,
    files: body.kind === 'form' ? body.files : [],
    seller: seller.toLowerCase(),
    caller,
    organization: caller?.organization,
    origin: request.origin,
    sandbox,
    work,
    checkVersion: (current: CurrentResource) => {
      checkIfMatch(request.header('if-match'), current, work.assumed);
    },
  };
};

export type EventType = Schemas['EventType'];

/** The `data` of an event, from the schemas that both descriptions share. */
export type EventPayload<Type extends EventType> = Schemas[Type];

/** Adds an event to the outbox; an invalid payload is a type error. */
export const emit = <Type extends EventType>(
  work: UnitOfWork,
  type: Type,
  seller: string | undefined,
  data: EventPayload<Type>,
): EmittedEvent => work.emit({ type, seller, data });
