import type { components, operations } from '../../generated/api-types.ts';
import type { Content } from '../../kernel/http.ts';
import { type CurrentResource, checkIfMatch } from '../../engine/preconditions/check-if-match.ts';
import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { Caller, CallerOrganization } from '../../engine/ports/ports.ts';
import type { SandboxBehaviour, SandboxBehaviours, Visit } from '../../engine/responders/sandboxed.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';

export type Schemas = components['schemas'];

export type OperationId = keyof {
  [Id in keyof operations as Id extends `on${Capitalize<string>}` ? never : Id]: operations[Id];
};

type Parameters<Id extends OperationId, Place extends string> = operations[Id] extends {
  parameters: Record<Place, infer Values>;
}
  ? NonNullable<Values>
  : operations[Id] extends { parameters: Partial<Record<Place, infer Values>> }
    ? NonNullable<Values>
    : never;

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Contents } }
  ? Contents[keyof Contents]
  : operations[Id] extends { requestBody?: { content: infer Contents } }
    ? Contents[keyof Contents] | undefined
    : undefined;

type Success = 200 | 201 | 202 | 204;

/** What may be answered: a status of the operation with the body that the description gives it. */
type OutcomeOf<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: operations[Id]['responses'][Status] extends {
    content: { 'application/json': infer Body };
  }
    ? { readonly status: Status; readonly body: Body | (() => Promise<Body>); readonly headers?: Headers }
    : { readonly status: Status; readonly content?: () => Promise<Content>; readonly headers?: Headers };
}[keyof operations[Id]['responses'] & Success];

type Headers = Readonly<Record<string, string>>;

/** What a behaviour is given: a valid request, and the sandbox that it works on. */
export interface Request<Id extends OperationId, Work extends Reading> {
  readonly body: BodyOf<Id>;
  readonly path: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
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

export type ReadRequest<Id extends OperationId> = Request<Id, Reading>;
export type WriteRequest<Id extends OperationId> = Request<Id, UnitOfWork>;

type Reads =
  'getOrganization' | Extract<OperationId, `get${string}` | `list${string}` | `find${string}` | `download${string}`>;

/** Code by operationId: reads see a state and cannot change it, writes are transactions. */
export type BehaviourTable = {
  readonly [Id in OperationId]?: Id extends Reads
    ? (request: ReadRequest<Id>) => Promise<OutcomeOf<Id>>
    : (request: WriteRequest<Id>) => Promise<OutcomeOf<Id>>;
};

/** Types a part of the table: a wrong operationId, body, status or enum value does not compile. */
export const defineBehaviours = <Table extends BehaviourTable>(
  table: Table & Record<Exclude<keyof Table, OperationId>, never>,
): Table => table;

const READS = /^(?:get|list|find|download)/;

/** The table as the engine takes it. */
export const toSandboxBehaviours = (table: BehaviourTable): SandboxBehaviours =>
  Object.fromEntries(
    Object.entries(table).map(([id, run]): [string, SandboxBehaviour] => {
      const answer = (visit: Visit<Reading>) => (run as (request: unknown) => Promise<never>)(toRequest(visit));
      return [id, READS.test(id) ? { kind: 'read', run: answer } : { kind: 'write', run: answer }];
    }),
  );

const toRequest = ({ exchange, sandbox, work }: Visit<Reading>): Request<OperationId, Reading> => {
  const { input, body, caller, seller = '', request } = exchange;
  return {
    body: input.body as never,
    path: input.parameters.path as never,
    query: input.parameters.query,
    files: body.kind === 'form' ? body.files : [],
    seller: seller.toLowerCase(),
    caller,
    organization: caller?.organization,
    origin: request.origin,
    sandbox,
    work,
    checkVersion: (current) => {
      checkIfMatch(request.header('if-match'), current, work.assumed);
    },
  };
};
