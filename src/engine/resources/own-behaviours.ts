import { binaryContent, isJsonMediaType, textContent } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { Problem } from '../../kernel/problem.ts';
import { createRandom } from '../../kernel/random.ts';
import { type Contract, findResponse, type Operation } from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { suggest } from '../matching/nearest.ts';
import { createProblem, plainProblem, type Specifics } from '../problems/problem.ts';
import type { Behaviours, Outcome, Visit } from '../responders/stateful.ts';
import {
  type BehaviourTable,
  type Circumstances,
  type DescribedApi,
  toBehaviours,
  toRequest,
} from '../responders/typed-behaviours.ts';

/** Kept things of one resource, as copies. */
interface Things<Thing> {
  readonly get: (id: string | number) => Thing | undefined;
  /** Oldest first. */
  readonly list: () => readonly Thing[];
  /** With the members that the server sets, such as the id. */
  readonly insert: (members: Partial<Thing>) => Promise<Thing>;
  /** Undefined if there is none. */
  readonly update: (id: string | number, members: Partial<Thing>) => Thing | undefined;
  /** With all that it contains. Whether there was one. */
  readonly remove: (id: string | number) => Promise<boolean>;
}

/** The kept things within a unit of work, by the name of their resource and the ids of what contains them. */
export type FindThings = (
  work: Visit['work'],
  seed: string,
) => (resource: string, ...parents: readonly (string | number)[]) => Things<object>;

/** What a behaviour gets besides the valid request. */
interface Reading<Uses extends keyof Things<never> = 'get' | 'list'> extends Circumstances {
  /** Whose credential it is; of an operation without security, the client of the sandbox that answers. */
  readonly caller: { readonly clientId: string } | undefined;
  readonly sandbox: { readonly id: string };
  /** The time of the sandbox's clock. */
  readonly now: Date;
  /** Chance: the same calls with the same seed get the same values. */
  readonly random: { readonly integer: (least: number, most: number) => number; readonly uuid: () => string };
  /** What is kept of a resource, by its name and the ids of what contains it: `records.of('projects.tickets', projectId)`. */
  readonly records: {
    readonly of: <Thing extends object = Readonly<Record<string, unknown>>>(
      name: string,
      ...parents: readonly (string | number)[]
    ) => Pick<Things<Thing>, Uses>;
  };
  /** A refusal, to be thrown: by its status, or a problem type. It is answered as the description declares errors. */
  readonly problem: (kind: number | string, specifics?: Partial<Specifics>) => Problem;
}

interface Writing extends Reading<keyof Things<never>> {
  /** Sends an event to whoever subscribed to it, after the call. */
  readonly emit: (type: string, data: object) => void;
}

/** Functions by operationId, which answer in place of kept resources and of the description. */
export type OwnBehaviours<Api extends DescribedApi<Api>> = BehaviourTable<Api, Reading, Writing>;

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

interface OwnParts {
  /** Functions by operationId, whose types are a matter of their author. */
  readonly table: object;
  readonly contract: Contract;
  /** Names them in errors. */
  readonly source: string;
  /** Undefined for an API of which nothing is kept. */
  readonly find: FindThings | undefined;
}

/** The usual behaviours with own ones over them, which leave the answer to the usual one where they return nothing. */
export const overUsual = (usual: Behaviours, parts: OwnParts): Behaviours => ({
  ...usual,
  ...toBehaviours(parts.table, (answer, id) => ({
    transactional: true,
    run: async (visit) => {
      try {
        const answered: unknown = await answer(toOwnRequest(visit, parts));
        if (answered !== undefined) return toOutcome(answered, visit.exchange.operation);
      } catch (error) {
        if (error instanceof Problem) throw error;
        throw new Error(`${parts.source}: ${id} failed`, { cause: error });
      }
      const below = usual[id];
      return below?.transactional === false ? below.run(visit.exchange) : below?.run(visit);
    },
  })),
});

const toOwnRequest = ({ exchange, sandbox, work }: Visit, { contract, find: things }: OwnParts) => {
  const { problems, events } = contract;
  const random = createRandom(exchange.id);
  const find = <T>(all: ReadonlyMap<string, T>, name: string): T => {
    const found = all.get(name);
    if (found === undefined) throw new Error(`unknown name "${name}": ${suggest(name, all.keys())}`);
    return found;
  };
  return {
    ...toRequest(exchange),
    caller: exchange.caller && { clientId: exchange.caller.clientId },
    sandbox: { id: sandbox.id },
    now: new Date(work.now),
    records: { of: things?.(work, exchange.id) ?? noThings },
    random: { ...random, uuid: () => drawUuid(random) },
    problem: (kind: number | string, specifics: Partial<Specifics> = {}) => {
      const told = { detail: `${exchange.operation.id} refuses.`, ...specifics };
      return typeof kind === 'number' ? plainProblem(kind, told) : createProblem(kind, find(problems, kind), told);
    },
    emit: (type: string, data: object) => {
      find(events, type);
      work.emit({ type, data });
    },
  };
};

const noThings = (): never => {
  throw new Error('no records are kept of this API');
};

const toOutcome = (answered: unknown, operation: Operation): Outcome => {
  const { status, body, headers = {} } = isObject(answered) ? answered : {};
  if (typeof status !== 'number' || !isObject(headers))
    throw new Error('a behaviour returns { status, body, headers }, or nothing for the usual answer');
  const response = findResponse(operation, status);
  if (response === undefined) throw new Error(`the description has no response ${String(status)} of ${operation.id}`);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const [described] = usualContents(response);
  const { 'content-type': mediaType = described?.mediaType ?? 'application/json', ...named } =
    Object.fromEntries(lower);
  const answer = { status, headers: named };
  if (body instanceof Uint8Array) return { ...answer, content: binaryContent(body, mediaType) };
  if (typeof body !== 'string' || isJsonMediaType(mediaType)) return { ...answer, body, mediaType };
  return { ...answer, content: textContent(body, mediaType) };
};
