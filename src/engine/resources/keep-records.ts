import { memoize } from '../../kernel/caches.ts';
import { type RecordCollection, defineRecords, key } from '../sandbox/collection.ts';
import { type TypeOf, anything, count, instant, list, longText, object } from '../sandbox/record-schema.ts';
import type { Draw, Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { Resource } from './resource.ts';

const keptRecord = object({
  /** The values of the path parameters of what contains it, the outermost first. */
  parents: list(longText),
  /** The value of its own path parameter; `-` for a thing that exists once within its parents. */
  id: longText,
  /** Everything that is known of it, also what responses do not show. Null once it is deleted. */
  body: anything,
  version: count,
  /** Counts up in its collection: the order of creation. */
  number: count,
  createdAt: instant,
  updatedAt: instant,
});

/** A thing that was created, or one that was deleted: its id must go on answering 404. */
export type KeptRecord = TypeOf<typeof keptRecord>;

export type KeptCollection = RecordCollection<KeptRecord>;

/** The id of a thing that exists once within its parents. */
export const ONLY = '-';

/** Deleted things that are remembered for each collection. */
const MOST_GONE = 1000;

/** Ids are arbitrary texts: as JSON, `a/b` in `c` and `a` in `b/c` differ, whatever they contain. */
const pathOf = (parents: readonly string[], ...ids: readonly string[]): string => JSON.stringify([...parents, ...ids]);

export const isGone = ({ body }: KeptRecord): boolean => body === null;

const GONE = key('gone');
const within = (parents: readonly string[]) => key('in', pathOf(parents));
const goneWithin = (parents: readonly string[]) => key('gone-in', pathOf(parents));
const named = (id: string) => key('id', id);
const below = (parents: readonly string[]) => key('below', pathOf(parents));

/** The collection of a resource in the sandboxes; its name cannot be one of the engine's own. */
export const collectionOf = memoize(({ name }: Resource): KeptCollection =>
  defineRecords(
    `api/${name}`,
    keptRecord,
    ({ parents, id }: KeptRecord) => pathOf(parents, id),
    (record) => {
      const { parents, id } = record;
      const inner = parents.slice(0, -1).map((_, index) => below(parents.slice(0, index + 1)));
      if (isGone(record)) return [GONE, goneWithin(parents)];
      return parents.length === 0 ? [within(parents)] : [within(parents), named(id), ...inner];
    },
  ),
);

/** All that a sandbox keeps of the resources, for stores, exports and quotas. */
export const collectionsOf = (resources: readonly Resource[]): readonly KeptCollection[] => resources.map(collectionOf);

export const getRecord = (
  work: Reading,
  resource: Resource,
  parents: readonly string[],
  id: string,
): KeptRecord | undefined => work.get(collectionOf(resource), pathOf(parents, id));

/** A path need not name all parents of a thing. */
export const findRecord = (
  work: Reading,
  resource: Resource,
  parents: readonly (string | undefined)[],
  id: string,
): KeptRecord | undefined => {
  if (isComplete(parents)) return getRecord(work, resource, parents, id);
  return work.findAll(collectionOf(resource), named(id)).find((record) => isAt(record, parents));
};

const isComplete = (parents: readonly (string | undefined)[]): parents is readonly string[] =>
  !parents.includes(undefined);

const isAt = ({ parents }: KeptRecord, wanted: readonly (string | undefined)[]): boolean =>
  wanted.every((parent, index) => parent === undefined || parent === parents[index]);

export const recordsWithin = (work: Reading, resource: Resource, parents: readonly string[]): readonly KeptRecord[] =>
  work.findAll(collectionOf(resource), within(parents));

/** One page of them, the oldest first. */
export const pageWithin = (
  work: Reading,
  resource: Resource,
  { parents, page, size }: { readonly parents: readonly string[]; readonly page: number; readonly size: number },
) => work.page(collectionOf(resource), { keys: [within(parents)], page, size });

/** Whether anything was ever created there: until then, lists are answered as generated. */
export const isInUse = (work: Reading, resource: Resource, parents: readonly string[]): boolean =>
  [within(parents), goneWithin(parents)].some((place) => work.findFirst(collectionOf(resource), place) !== undefined);

/** What a new record is made of. */
interface Made {
  readonly id: string;
  readonly body: unknown;
}

/** Keeps what `make` returns, whose id must not be in use, nor that of a deleted thing. */
export const addRecord = (
  work: UnitOfWork,
  resource: Resource,
  parents: readonly string[],
  make: (draw: Draw) => Made,
): KeptRecord =>
  work.insert(collectionOf(resource), (draw) => {
    const { now } = work;
    return { parents, ...make(draw), version: 1, number: draw.position, createdAt: now, updatedAt: now };
  });

export const changeRecord = (work: UnitOfWork, resource: Resource, before: KeptRecord, body: unknown): KeptRecord =>
  work.update(collectionOf(resource), before, {
    ...before,
    body,
    version: before.version + 1,
    updatedAt: work.now,
  });

/** As if it had never been there. */
export const dropRecord = (work: UnitOfWork, resource: Resource, record: KeptRecord): void => {
  work.remove(collectionOf(resource), record);
};

/** Deletes a thing with all that it contains. */
export const deleteRecord = (
  work: UnitOfWork,
  resource: Resource,
  { record, inner }: { readonly record: KeptRecord; readonly inner: readonly Resource[] },
): void => {
  const collection = collectionOf(resource);
  changeRecord(work, resource, record, null);
  const gone = work.page(collection, { keys: [GONE], page: 0, size: 1 });
  if (gone.total > MOST_GONE) for (const oldest of gone.values) work.remove(collection, oldest);
  const path = [...record.parents, record.id];
  for (const each of inner) {
    const contained = collectionOf(each);
    for (const place of [within(path), below(path)])
      for (const child of work.findAll(contained, place)) work.remove(contained, child);
  }
};
