import type { Api, components } from '../../generated/api-types.ts';
import { checkIfMatch, type CurrentResource } from '../../engine/preconditions/if-match.ts';
import type { CallerOrganization, EmittedEvent, Reading, Sandbox, UnitOfWork } from '../../engine/sdk.ts';
import type { Caller } from '../../engine/ports/ports.ts';
import type { Behaviours, Visit } from '../../engine/responders/stateful.ts';
import * as typed from '../../engine/responders/typed-behaviours.ts';

export type Schemas = components['schemas'];

/** What a behaviour of this API gets besides: who calls, and the whole sandbox. */
export interface Circumstances<Work extends Reading> extends typed.Circumstances {
  /** The authorized partner named in the path; empty for operations without one. */
  readonly seller: string;
  /** Undefined for public operations. */
  readonly caller: Caller | undefined;
  readonly organization: CallerOrganization | undefined;
  readonly sandbox: Sandbox;
  readonly work: Work;
  /** "`If-Match` mismatch returns 409 with the current resource." */
  readonly checkVersion: (current: CurrentResource) => void;
}

/** Behaviours by operationId: reads get a read-only state, writes are transactions. */
type BehaviourTable = typed.BehaviourTable<Api, Circumstances<Reading>, Circumstances<UnitOfWork>, typed.Sent>;

export type OperationId = keyof BehaviourTable;

export const defineBehaviours = typed.createDefineBehaviours<BehaviourTable>();

/** Converts the table to the engine's format. */
export const toBehaviours = (table: BehaviourTable): Behaviours =>
  typed.toBehaviours(table, (run) => ({ transactional: true, run: (visit) => run(toRequest(visit)) }));

const toRequest = ({ exchange, sandbox, work }: Visit<Reading>) => {
  const { caller, partner: seller = '', request } = exchange;
  return {
    ...typed.toRequest(exchange),
    seller: seller.toLowerCase(),
    caller,
    organization: caller?.organization,
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
