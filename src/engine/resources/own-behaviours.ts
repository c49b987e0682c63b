import { binaryContent, isJsonMediaType, type LiveContent, textContent } from '../../kernel/http.ts';
import { parseDuration } from '../../kernel/duration.ts';
import { isObject } from '../../kernel/json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { Problem } from '../../kernel/problem.ts';
import { createRandom } from '../../kernel/random.ts';
import { type Contract, findResponse, hasHeader, type Operation } from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { asObject } from '../contract/walk-schema.ts';
import { suggest } from '../matching/nearest.ts';
import { createProblem, plainProblem, type Specifics } from '../problems/problem.ts';
import type { Policy } from '../policy/policy.ts';
import type { Behaviour, Behaviours, Outcome, Visit } from '../responders/stateful.ts';
import {
  type BehaviourTable,
  type Circumstances,
  type DescribedApi,
  type Streamed,
  toBehaviours,
  toRequest,
} from '../responders/typed-behaviours.ts';
import { type JobHandlers, handlesJob } from '../sandbox/job-handlers.ts';
import { label, object, schemaOf } from '../sandbox/record-schema.ts';
import type { Reading as ReadingWork, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { tagOfCopy } from './keep-records.ts';

/** Kept things of one resource, as copies. */
interface Things<Thing> {
  readonly get: (id: string | number) => Thing | undefined;
  /** Oldest first. */
  readonly list: () => readonly Thing[];
  /** The oldest with all of these members; found without a search if they are its `key` in `x-resource`. */
  readonly find: (members: Partial<Thing>) => Thing | undefined;
  /** Refuses the call, with 412 or the declared 409, if its `If-Match` names another version. */
  readonly checkVersion: (id: string | number) => void;
  /** With the members that the server sets, such as the id. Throws 409 for a second one of a `key`. */
  readonly insert: (members: Partial<Thing>) => Promise<Thing>;
  /** Undefined if there is none. */
  readonly update: (id: string | number, members: Partial<Thing>) => Thing | undefined;
  /** With all that it contains. Whether there was one. */
  readonly remove: (id: string | number) => Promise<boolean>;
}

/** The kept things within a unit of work, by the name of their resource and the ids of what contains them. */
export type FindThings = (
  work: UnitOfWork,
  call: { readonly seed: string; readonly ifMatch?: string | undefined },
) => (resource: string, ...parents: readonly (string | number)[]) => Things<object>;

/** When something happens, on the sandbox's clock. */
interface Later {
  /** An ISO 8601 duration: `P3D`, `PT30M`. */
  readonly after: string;
  /** For `cancel`; what is scheduled under the same id later replaces it. */
  readonly id?: string;
}

/** What behaviours and jobs get. */
interface Tools<Uses extends keyof Things<never>, Work extends ReadingWork> {
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
  /** The transaction itself, for collections of your own that no operation shows: see `sdk.defineRecords`. */
  readonly work: Work;
}

interface Changes {
  /** Sends an event to whoever subscribed to it: after the call, or later. */
  readonly emit: (type: string, data: object, later?: Later) => void;
  /** Runs one of your `jobs` later, also after a restart. */
  readonly schedule: (job: string, data: object, later: Later) => void;
  /** Whatever is to happen later under an id does not. */
  readonly cancel: (id: string) => void;
}

/** What a job gets, with the data that it was scheduled with. */
export interface JobContext<Data> extends Tools<keyof Things<never>, UnitOfWork>, Changes {
  readonly data: Data;
}

/** What a behaviour gets besides the valid request. */
interface Reading<Uses extends keyof Things<never> = 'get' | 'list' | 'find', Work extends ReadingWork = ReadingWork>
  extends Circumstances, Tools<Uses, Work> {
  /** Whose credential it is; of an operation without security, the client of the sandbox that answers. */
  readonly caller: { readonly clientId: string } | undefined;
  readonly sandbox: { readonly id: string };
  /** A refusal, to be thrown: by its status, or a problem type. It is answered as the description declares errors. */
  readonly problem: (kind: number | string, specifics?: Partial<Specifics>) => Problem;
}

/** Functions by operationId, which answer in place of kept resources and of the description. */
export type OwnBehaviours<Api extends DescribedApi<Api>> = {
  readonly [Id in keyof Api]?:
    | BehaviourTable<Api, Reading, Reading<keyof Things<never>, UnitOfWork> & Changes, Streamed, void>[Id]
    | Behaviour;
} & {
  /** What `schedule` runs, by name: `closeSolved: ({ data, records }: JobContext<{ ticketId: string }>) => { ... }`. */
  readonly jobs?: Readonly<Record<string, (context: JobContext<never>) => void | Promise<void>>>;
  /** What holds for all operations. */
  readonly policy?: Policy;
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

interface OwnParts {
  /** Functions by operationId, and jobs, whose types are a matter of their author. */
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
  ...toBehaviours(splitTable(parts.table).operations, (answer, id) =>
    typeof answer === 'object'
      ? answer
      : {
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
        },
  ),
});

/** Before the ids and kinds of own jobs: those of the server have others. */
const OWN = 'jobs/';

const LATER_EVENT = 'later-event';

/** The jobs of a table, and the one that sends an event later. */
export const toJobHandlers = (parts: OwnParts): JobHandlers => ({
  ...Object.fromEntries(
    Object.entries(splitTable(parts.table).jobs).map(([name, run]) => [
      OWN + name,
      async (work, { id, dueAt, data }): Promise<void> => {
        try {
          const tools = toTools(work, { seed: `${id}/${dueAt}` }, parts);
          await (run as (context: object) => unknown)({ ...tools, data });
        } catch (error) {
          throw new Error(`${parts.source}: the job ${name} failed`, { cause: error });
        }
      },
    ]),
  ),
  [LATER_EVENT]: handlesJob(object({ type: label, data: schemaOf<object>({ type: 'object' }) }), (work, event) => {
    work.emit(event);
  }),
});

/** An operation may be called "jobs" or "policy": it is a function. */
export const splitTable = (table: object) => {
  const { jobs, policy, ...others } = table as { readonly jobs?: unknown; readonly policy?: unknown };
  const named = Object.entries({ jobs, policy }).filter(([, value]) => value !== undefined && !isObject(value));
  return {
    operations: { ...others, ...Object.fromEntries(named) },
    jobs: asObject(jobs),
    policy: asObject(policy) as Policy,
  };
};

const toOwnRequest = ({ exchange, sandbox, work }: Visit, parts: OwnParts) => ({
  ...toRequest(exchange),
  ...toTools(work, { seed: exchange.id, ifMatch: exchange.request.header('if-match') }, parts),
  caller: exchange.caller && { clientId: exchange.caller.clientId },
  sandbox: { id: sandbox.id },
  problem: (kind: number | string, specifics: Partial<Specifics> = {}) => {
    const told = { detail: `${exchange.operation.id} refuses.`, ...specifics };
    if (typeof kind === 'number') return plainProblem(kind, told);
    return createProblem(kind, named(parts.contract.problems, kind), told);
  },
});

const toTools = (work: UnitOfWork, call: Parameters<FindThings>[1], { contract, table, find }: OwnParts) => {
  const random = createRandom(call.seed);
  const uuid = (): string => drawUuid(random);
  const start = (kind: string, data: object, { after, id = uuid() }: Later): void => {
    work.schedule({ id: OWN + id, kind, dueAt: work.now + parseDuration(after), data });
  };
  return {
    now: new Date(work.now),
    records: { of: find?.(work, call) ?? noThings },
    random: { ...random, uuid },
    work,
    emit: (type: string, data: object, later?: Later) => {
      named(contract.events, type);
      if (later === undefined) work.emit({ type, data });
      else start(LATER_EVENT, { type, data }, later);
    },
    schedule: (job: string, data: object, later: Later) => {
      named(new Map(Object.entries(splitTable(table).jobs)), job);
      start(OWN + job, data, later);
    },
    cancel: (id: string) => {
      work.cancel(OWN + id);
    },
  };
};

const named = <T>(all: ReadonlyMap<string, T>, name: string): T => {
  const found = all.get(name);
  if (found === undefined) throw new Error(`unknown name "${name}": ${suggest(name, all.keys())}`);
  return found;
};

const noThings = (): never => {
  throw new Error('no records are kept of this API');
};

const toOutcome = (answered: unknown, operation: Operation): Outcome => {
  const { status, body, live, headers = {} } = asObject(answered);
  if (typeof status !== 'number' || !isObject(headers))
    throw new Error('a behaviour returns { status, body, headers }, or nothing for the usual answer');
  const response = findResponse(operation, status);
  if (response === undefined) throw new Error(`the description has no response ${status} of ${operation.id}`);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const [described] = usualContents(response);
  const { 'content-type': mediaType = described?.mediaType ?? 'application/json', ...named } =
    Object.fromEntries(lower);
  const tag = hasHeader(response, 'etag') && isObject(body) ? tagOfCopy(body) : undefined;
  const answer = { status, headers: { ...(tag !== undefined && { etag: `"${tag}"` }), ...named } };
  if (live !== undefined) {
    if (!isLive(live)) throw new Error('live is { mediaType, pieces }, with an async iterable of texts or bytes');
    return { ...answer, live };
  }
  if (body instanceof Uint8Array) return { ...answer, content: binaryContent(body, mediaType) };
  if (typeof body !== 'string' || isJsonMediaType(mediaType)) return { ...answer, body, mediaType };
  return { ...answer, content: textContent(body, mediaType) };
};

const isLive = (value: unknown): value is LiveContent =>
  isObject(value) &&
  typeof value['mediaType'] === 'string' &&
  typeof (value['pieces'] as Partial<LiveContent['pieces']> | undefined)?.[Symbol.asyncIterator] === 'function';
