import type { components, methods, operations } from '../../generated/api-types.ts';
import { type CurrentResource, checkIfMatch } from '../../engine/preconditions/check-if-match.ts';
import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { Caller, CallerOrganization } from '../../engine/ports/ports.ts';
import type { Behaviours, Visit } from '../../engine/responders/stateful.ts';
import {
  type BehaviourTable as TableOf,
  type OperationIdOf,
  type RequestOf,
  createDefineBehaviours,
  toTransactional,
} from '../../engine/responders/typed-behaviours.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';

export type Schemas = components['schemas'];

/** What a behaviour is given besides the valid request: who calls, and the sandbox that it works on. */
interface Circumstances<Work extends Reading> {
  /** The parts of an upload that are files. */
  readonly files: readonly FilePart[];
  /** The authorized partner that the path names; empty for operations without one. */
  readonly seller: string;
  /** Undefined for public operations. */
  readonly caller: Caller | undefined;
  readonly organization: CallerOrganization | undefined;
  /** `scheme://host[:port]` as the client addressed us. */
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
  readonly transactional: true;
}

export type OperationId = OperationIdOf<Api>;

/** What the behaviour of an operation is given. */
export type Request<Id extends OperationId> = RequestOf<Api, Id>;

/** Code by operationId: reads see a state and cannot change it, writes are transactions. */
export type BehaviourTable = TableOf<Api>;

export const defineBehaviours = createDefineBehaviours<Api>();

/** The table as the engine takes it. */
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
