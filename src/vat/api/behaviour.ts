import type { Api, components } from '../../generated/api-types.ts';
import * as sdk from '../../engine/sdk.ts';
import type { Reading, UnitOfWork } from '../../engine/sdk.ts';

export type Schemas = components['schemas'];

/** What a behaviour of this API gets besides: who calls, and the whole sandbox. */
export interface Circumstances<Work extends Reading> extends sdk.Circumstances {
  /** The authorized partner named in the path; empty for operations without one. */
  readonly seller: string;
  /** Undefined for public operations. */
  readonly caller: sdk.Caller | undefined;
  readonly organization: sdk.CallerOrganization | undefined;
  readonly sandbox: sdk.Sandbox;
  readonly work: Work;
  /** "`If-Match` mismatch returns 409 with the current resource." */
  readonly checkVersion: (current: { readonly version: number }) => void;
}

/** Behaviours by operationId: reads get a read-only state, writes are transactions. */
type BehaviourTable = sdk.BehaviourTable<Api, Circumstances<Reading>, Circumstances<UnitOfWork>, sdk.Sent>;

export type OperationId = keyof BehaviourTable;

export const defineBehaviours = sdk.createDefineBehaviours<BehaviourTable>();

/** Converts the table to the engine's format. */
export const toBehaviours = (table: BehaviourTable): sdk.Behaviours =>
  sdk.toBehaviours(table, (run) => ({ transactional: true, run: (visit) => run(toRequest(visit)) }));

const toRequest = ({ exchange, sandbox, work }: sdk.Visit<Reading>) => {
  const { caller, partner: seller = '', request } = exchange;
  return {
    ...sdk.toRequest(exchange),
    seller: seller.toLowerCase(),
    caller,
    organization: caller?.organization,
    sandbox,
    work,
    checkVersion: (current: { readonly version: number }) => {
      sdk.checkIfMatch(request.header('if-match'), current, work.assumed);
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
): sdk.EmittedEvent => work.emit({ type, seller, data });
