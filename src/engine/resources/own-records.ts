import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { suggest } from '../matching/nearest.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { changeRecord, deleteRecord, findRecord, isGone, type KeptRecord, recordsWithin } from './keep-records.ts';
import type { KeptResources } from './keep.ts';
import type { Resource } from './resource.ts';

type Id = string | number;

/** Kept things of one resource, as copies. */
export interface Things<Thing> {
  readonly get: (id: Id) => Thing | undefined;
  /** Oldest first. */
  readonly list: () => readonly Thing[];
  /** With the members that the server sets, such as the id. */
  readonly insert: (members: Partial<Thing>) => Promise<Thing>;
  /** Undefined if there is none. */
  readonly update: (id: Id, members: Partial<Thing>) => Thing | undefined;
  /** With all that it contains. Whether there was one. */
  readonly remove: (id: Id) => Promise<boolean>;
}

/** The kept things within a unit of work, by the name of their resource and the ids of what contains them. */
export type FindThings = (
  work: Reading,
  seed: string,
) => (resource: string, ...parents: readonly Id[]) => Things<object>;

const copyOf = ({ body }: KeptRecord): object => parseOwnJson(stringifyJson(body)) as object;

/** Gives the user's behaviours the things that an engine keeps. */
export const createFindThings =
  (
    resources: readonly Resource[],
    { add, innersOf, stamped }: Omit<KeptResources, 'behaviours' | 'seedRecords'>,
  ): FindThings =>
  (reading, seed) =>
  (wanted, ...ids) => {
    const names = resources.map(({ name }) => name);
    const resource = resources.find(({ name }) => name === wanted);
    if (resource === undefined) throw new Error(`records.of("${wanted}"): ${suggest(wanted, names)}`);
    // Types keep behaviours of GET and HEAD from writing.
    const work = reading as UnitOfWork;
    const parents = resource.parents.map((_, index) => (ids[index] === undefined ? undefined : String(ids[index])));
    const find = (id: Id): KeptRecord | undefined => {
      const found = findRecord(work, resource, parents, String(id));
      return found === undefined || isGone(found) ? undefined : found;
    };
    let count = 0;
    return {
      get: (id) => {
        const found = find(id);
        return found && copyOf(found);
      },
      list: () => (recordsWithin(work, resource, parents) ?? []).map(copyOf),
      insert: async (sent) =>
        copyOf(await add(work, resource, { parents, sent: { ...sent }, seed: `${seed}/${String(count++)}` })),
      update: (id, sent) => {
        const before = find(id);
        if (before === undefined) return undefined;
        const change = { now: work.now, version: before.version + 1, sent: { ...sent } };
        const body = stamped(resource, { ...(before.body as object), ...sent }, change);
        return copyOf(changeRecord(work, resource, before, body));
      },
      remove: async (id) => {
        const record = find(id);
        if (record !== undefined) await deleteRecord(work, resource, { record, inner: innersOf(resource) });
        return record !== undefined;
      },
    };
  };
