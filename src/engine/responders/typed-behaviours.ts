import type { Content, LiveContent } from '../../kernel/http.ts';
import type { Json } from '../../kernel/json.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import type { Behaviour, Behaviours, BehaviourOutcome, Visit } from './stateful.ts';

/**
 * The types that `npm run generate` makes of a description, and what its behaviours are given besides the request. With
 * them, a behaviour with a wrong operationId, body, parameter, status or enum value does not compile.
 */
export interface DescribedApi {
  /** By operationId, as openapi-typescript writes them. */
  readonly operations: object;
  /** The HTTP method of each operation, in lower case. */
  readonly methods: object;
  /** Given to behaviours of GET and HEAD. */
  readonly reading: object;
  /** Given to behaviours of the other methods. */
  readonly writing: object;
  /** Whether its behaviours run in a transaction of the sandbox. */
  readonly transactional: boolean;
}

export type OperationIdOf<Api extends DescribedApi> = keyof Api['methods'] & keyof Api['operations'] & string;

type OperationOf<Api extends DescribedApi, Id extends OperationIdOf<Api>> = Api['operations'][Id];

type ParametersOf<Operation, In extends string> = Operation extends { parameters: Record<In, infer Values> }
  ? NonNullable<Values>
  : Operation extends { parameters: Partial<Record<In, infer Values>> }
    ? NonNullable<Values>
    : never;

/** Names of headers reach a behaviour in lower case. */
type LowerCase<Values> = { readonly [Name in keyof Values as Lowercase<Name & string>]: Values[Name] };

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Contents } }
  ? BodyIn<Contents>
  : Operation extends { requestBody?: { content: infer Contents } }
    ? BodyIn<Contents> | undefined
    : undefined;

type BodyIn<Contents> = {
  [MediaType in keyof Contents]: MediaType extends 'application/json'
    ? Parsed<Contents[MediaType]>
    : Contents[MediaType];
}[keyof Contents];

/** What a schema leaves open is JSON nevertheless. */
type Parsed<Value> = unknown extends Value
  ? Json
  : Value extends object
    ? [keyof Value] extends [never]
      ? Readonly<Record<string, Json>>
      : { [Member in keyof Value]: Parsed<Value[Member]> }
    : Value;

/** A valid request, as the description types it. */
export interface DescribedRequest<Operation> {
  readonly body: BodyOf<Operation>;
  readonly path: ParametersOf<Operation, 'path'>;
  readonly query: ParametersOf<Operation, 'query'>;
  readonly header: LowerCase<ParametersOf<Operation, 'header'>>;
}

export type RequestOf<Api extends DescribedApi, Id extends OperationIdOf<Api>> = DescribedRequest<
  OperationOf<Api, Id>
> &
  (Api['methods'][Id] extends 'get' | 'head' ? Api['reading'] : Api['writing']);

type Headers = Readonly<Record<string, string>>;

/** JSON that fits the schema; a function is asked after the work is done. */
interface JsonOutcome<Status, Body> {
  readonly status: Status;
  readonly body: Body | (() => Promise<Body>);
  readonly headers?: Headers;
}

/** A body without a type: other than JSON, or JSON whose text is there already. */
interface ContentOutcome<Status> {
  readonly status: Status;
  readonly body?: undefined;
  readonly content: Content | (() => Promise<Content>);
  readonly headers?: Headers;
}

interface LiveOutcome<Status> {
  readonly status: Status;
  readonly body?: undefined;
  readonly live: LiveContent;
  readonly headers?: Headers;
}

interface EmptyOutcome<Status> {
  readonly status: Status;
  readonly headers?: Headers;
}

type OutcomeWith<Status, Response> = Response extends { content: infer Contents }
  ? Contents extends { 'application/json': infer Body }
    ? JsonOutcome<Status, Body> | ContentOutcome<Status>
    : Status extends Success
      ? ContentOutcome<Status> | LiveOutcome<Status>
      : never
  : Status extends Success
    ? EmptyOutcome<Status>
    : never;

/** Problems are thrown. */
type Success = 200 | 201 | 202 | 204;

/** What may be answered: a status of the operation with the body that the description gives it. */
export type OutcomeOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: OutcomeWith<Status, Responses[Status]> }[keyof Responses]
  : never;

/** Code by operationId: reads see a state and cannot change it. */
export type BehaviourTable<Api extends DescribedApi> = {
  readonly [Id in OperationIdOf<Api>]?: (
    request: RequestOf<Api, Id>,
  ) => Api['transactional'] extends true
    ? Promise<OutcomeOf<OperationOf<Api, Id>>>
    : OutcomeOf<OperationOf<Api, Id>> | Promise<OutcomeOf<OperationOf<Api, Id>>>;
};

/** The `defineBehaviours` of a description: it types a part of the table. */
export const createDefineBehaviours =
  <Api extends DescribedApi>() =>
  <Table extends BehaviourTable<Api>>(table: Table & Record<Exclude<keyof Table, OperationIdOf<Api>>, never>): Table =>
    table;

/** The request as the validator leaves it: it has seen to it that the types of the description hold. */
type Untyped = { readonly [Part in keyof DescribedRequest<never>]: unknown };

type Run = (request: unknown) => Promise<BehaviourOutcome>;

/** The table as the engine takes it, each behaviour in a transaction. */
export const toTransactional = <Api extends DescribedApi>(
  table: BehaviourTable<Api>,
  toRequest: (visit: Visit<Reading>) => Untyped & Api['reading'],
): Behaviours =>
  mapTable(table, (run) => ({
    transactional: true,
    run: (visit) => run(toRequest(visit)),
  }));

/** The table as the engine takes it, each behaviour with its own transactions or none. */
export const toDirect = <Api extends DescribedApi>(
  table: BehaviourTable<Api>,
  toRequest: (exchange: Validated) => Untyped & Api['reading'],
): Behaviours =>
  mapTable(table, (run) => ({
    transactional: false,
    run: (exchange) => run(toRequest(exchange)),
  }));

const mapTable = (table: object, map: (run: Run) => Behaviour): Behaviours =>
  Object.fromEntries(
    Object.entries(table as Readonly<Record<string, Run>>).map(([id, run]): [string, Behaviour] => [id, map(run)]),
  );
