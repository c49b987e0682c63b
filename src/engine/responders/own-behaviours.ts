import { binaryContent, isJsonMediaType, textContent } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Problem } from '../../kernel/problem.ts';
import { createRandom } from '../../kernel/random.ts';
import { type Contract, findResponse, type Operation } from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { suggest } from '../matching/nearest.ts';
import type { FilePart } from '../message/decoded-body.ts';
import { createProblem, plainProblem, type Specifics } from '../problems/problem.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { Behaviours, Outcome, Visit } from './stateful.ts';

/** An operation as the types have it that `vatmock types` writes of a description. */
interface DescribedOperation {
  readonly method: string;
  readonly path: object;
  readonly query: object;
  readonly header: object;
  readonly body: unknown;
  /** The body of each status. */
  readonly responses: object;
}

type DescribedApi<Api> = { readonly [Id in keyof Api]: DescribedOperation };

/** What a behaviour gets besides the valid request. */
interface Circumstances {
  /** The files of a multipart form. */
  readonly files: readonly FilePart[];
  /** Whose credential it is; undefined for operations without security. */
  readonly caller: { readonly clientId: string } | undefined;
  readonly sandbox: { readonly id: string };
  /** The time of the sandbox's clock. */
  readonly now: Date;
  /** `scheme://host[:port]` by which the client reached the server: the beginning of links. */
  readonly origin: string;
  /** Chance: the same calls with the same seed get the same values. */
  readonly random: { readonly integer: (least: number, most: number) => number; readonly uuid: () => string };
  /** A refusal, to be thrown: by its status, or a problem type. It is answered as the description declares errors. */
  readonly problem: (kind: number | string, specifics?: Partial<Specifics>) => Problem;
}

/** What a behaviour of another method than GET and HEAD gets, too. */
interface Writing {
  /** Sends an event to whoever subscribed to it, after the call. */
  readonly emit: (type: string, data: object) => void;
}

type RequestOf<One extends DescribedOperation> = Readonly<Pick<One, 'body' | 'path' | 'query' | 'header'>> &
  Circumstances &
  (One['method'] extends 'GET' | 'HEAD' ? unknown : Writing);

/** `4XX` and `default` stand for any status. */
type StatusOf<Key> = Key extends number ? Key : number;

interface Answer<Status> {
  readonly status: Status;
  readonly headers?: Readonly<Record<string, string>>;
}

type AnswerOf<Responses> = {
  readonly [Key in keyof Responses]: Answer<StatusOf<Key>> &
    (undefined extends Responses[Key] ? { readonly body?: Responses[Key] } : { readonly body: Responses[Key] });
}[keyof Responses];

/** Undefined leaves the answer to whatever would answer without this behaviour. */
type MaybeAnswer<Responses> = AnswerOf<Responses> | undefined;

/** Functions by operationId, which answer in place of kept resources and of the description. */
export type OwnBehaviours<Api extends DescribedApi<Api>> = {
  readonly [Id in keyof Api]?: (
    request: RequestOf<Api[Id]>,
  ) => MaybeAnswer<Api[Id]['responses']> | Promise<MaybeAnswer<Api[Id]['responses']>>;
};

/**
 * Adds types to your own behaviours and returns them unchanged. `vatmock types` writes `Api` of a description.
 *
 * @example
 * export default defineBehaviours<Api>({
 *   closeTicket: ({ path, problem }) => {
 *     if (path.ticketId === 'locked') throw problem(409, { detail: 'The ticket is locked.' });
 *     return { status: 204 };
 *   },
 * });
 */
export const defineBehaviours = <Api extends DescribedApi<Api>>(table: OwnBehaviours<Api>): OwnBehaviours<Api> => table;

/** Functions by operationId, of a program whose types are its own matter. */
export type OwnTable = Readonly<Record<string, (request: object) => unknown>>;

/** The names of operations that a description does not have, each with the nearest ones. */
export const findUnknownOperations = (table: object, { operations, file }: Contract): readonly string[] => {
  const known = operations.map(({ id }) => id);
  return Object.keys(table)
    .filter((name) => !known.includes(name))
    .map((name) => `${file} has no operation "${name}": ${suggest(name, known)}`);
};

/** The table in the engine's form, over the behaviours that answer where one returns nothing. `source` names it in errors. */
export const overUsual = (
  usual: Behaviours,
  { table, contract, source }: { readonly table: OwnTable; readonly contract: Contract; readonly source: string },
): Behaviours => {
  const own = Object.entries(table).map(([id, answer]) => {
    const run = async (visit: Visit): Promise<Outcome | undefined> => {
      let answered: unknown;
      try {
        answered = await answer(toRequest(visit, contract));
        if (answered !== undefined) return toOutcome(answered, visit.exchange.operation);
      } catch (error) {
        if ((error as Partial<Problem> | null)?.name === 'Problem') throw error;
        throw new Error(`${source}: ${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      const below = usual[id];
      return below?.transactional === false ? below.run(visit.exchange) : below?.run(visit);
    };
    return [id, { transactional: true, run }] as const;
  });
  return { ...usual, ...Object.fromEntries(own) };
};

const toRequest = ({ exchange, sandbox, work }: Visit<Reading>, contract: Contract): object => {
  const { input, body, caller, request, id } = exchange;
  const { path, query, header } = input.parameters;
  const random = createRandom(id);
  return {
    ...{ path, query, header, body: input.body, files: body.kind === 'form' ? body.files : [] },
    caller: caller && { clientId: caller.clientId },
    sandbox: { id: sandbox.id },
    now: new Date(work.now),
    origin: request.origin,
    random: { integer: random.integer, uuid: () => drawUuid(random) },
    problem: toProblem(contract),
    ...('emit' in work ? { emit: toEmit(work as UnitOfWork, contract) } : {}),
  };
};

const toProblem =
  ({ problems }: Contract) =>
  (kind: number | string, { detail = 'The behaviour of this operation refuses.', ...specifics }: Partial<Specifics> = {}) => {
    if (typeof kind === 'number') return plainProblem(kind, { detail, ...specifics });
    const type = problems.get(kind);
    if (type === undefined) throw new Error(`problem("${kind}"): ${suggest(kind, problems.keys())}`);
    return createProblem(kind, type, { detail, ...specifics });
  };

const toEmit =
  (work: UnitOfWork, { events }: Contract) =>
  (type: string, data: object): void => {
    if (!events.has(type)) throw new Error(`emit("${type}"): ${suggest(type, events.keys())}`);
    work.emit({ type, data });
  };

const toOutcome = (answered: unknown, operation: Operation): Outcome => {
  const { status, body, headers = {} } = isObject(answered) ? answered : {};
  if (typeof status !== 'number' || !isObject(headers))
    throw new Error('a behaviour returns { status, body, headers }, or nothing for the usual answer');
  const response = findResponse(operation, status);
  if (response === undefined)
    throw new Error(`the description has no response ${String(status)}; ${operation.responses.map((one) => one.status).join(', ')} are there`);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const { 'content-type': given, ...named } = Object.fromEntries(lower);
  const mediaType = given ?? usualContents(response)[0]?.mediaType;
  const answer = { status, headers: named };
  if (body instanceof Uint8Array)
    return { ...answer, content: binaryContent(body, mediaType ?? 'application/octet-stream') };
  if (typeof body === 'string' && mediaType !== undefined && !isJsonMediaType(mediaType))
    return { ...answer, content: textContent(body, mediaType) };
  return { ...answer, body, mediaType: mediaType ?? 'application/json' };
};
