import { memoize } from '../../kernel/caches.ts';
import { isObject, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { problem } from '../problems/problem.ts';
import { type RecordCollection, defineRecords, key } from '../sandbox/collection.ts';
import { type TypeOf, anything, count, instant, list, longText, object } from '../sandbox/record-schema.ts';
import type { Key } from '../sandbox/store.ts';
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

/** The ids of what contains a thing; undefined for one that a path does not name. */
export type Parents = readonly (string | undefined)[];

/** The id of a thing that exists once within its parents. */
export const ONLY = '-';

/** Of one thing: it could grow with every change. */
const MOST_CHARACTERS = 4_194_304;

/** Deleted things that are remembered for each collection. */
const MOST_GONE = 1000;

/** Ids are arbitrary texts: as JSON, `a/b` in `c` and `a` in `b/c` differ, whatever they contain. */
const pathOf = (parents: readonly string[], ...ids: readonly string[]): string => JSON.stringify([...parents, ...ids]);

/** Two things under one id, one after the other, never share an entity tag. */
export const tagOf = ({ number, version }: KeptRecord): string => `${number}-${version}`;

const tags = new WeakMap<object, string>();

/** A thing for a user's own behaviour. */
export const copyOf = (record: KeptRecord): object => {
  const copy = parseOwnJson(stringifyJson(record.body)) as object;
  tags.set(copy, tagOf(record));
  return copy;
};

/** The entity tag of such a copy, for a response that shows it. */
export const tagOfCopy = (copy: object): string | undefined => tags.get(copy);

export const isGone = ({ body }: KeptRecord): boolean => body === null;

/** What is in a thing, at any depth. */
const within = (parents: readonly string[]) => key('in', pathOf(parents));
const goneWithin = (parents: readonly string[]) => key('gone-in', pathOf(parents));
const named = (id: string) => key('id', id);

/** Of the members that name a thing besides its id; undefined if it lacks one, or if there are none. */
export const ownKeyOf = ({ key: members = [] }: Resource, parents: Parents, body: unknown): Key | undefined => {
  const values = members.map((name) => (isObject(body) ? (body[name] ?? undefined) : undefined));
  const isNamed = values.length > 0 && !values.includes(undefined);
  return isNamed ? key('own', stringifyJson([...parents, ...values])) : undefined;
};

/** The collection of a resource in the sandboxes; its name cannot be one of the engine's own. */
export const collectionOf = memoize((resource: Resource): RecordCollection<KeptRecord> =>
  defineRecords(
    `api/${resource.name}`,
    keptRecord,
    ({ parents, id }: KeptRecord) => pathOf(parents, id),
    (record) => {
      const { parents, id } = record;
      const places = [...parents, id].map((_, index) => parents.slice(0, index));
      const own = ownKeyOf(resource, parents, record.body);
      return [
        ...places.map(isGone(record) ? goneWithin : within),
        ...(parents.length === 0 ? [] : [named(id)]),
        ...(own === undefined ? [] : [own]),
      ];
    },
  ),
);

/** A path need not name all parents of a thing. */
export const findRecord = (work: Reading, resource: Resource, parents: Parents, id: string): KeptRecord | undefined => {
  const collection = collectionOf(resource);
  if (isComplete(parents)) return work.get(collection, pathOf(parents, id));
  const found = work.findAll(collection, named(id)).filter((record) => isAt(record, parents));
  return found.find((record) => !isGone(record)) ?? found[0];
};

const isComplete = (parents: Parents): parents is readonly string[] => !parents.includes(undefined);

const isAt = ({ parents }: KeptRecord, wanted: Parents): boolean =>
  wanted.every((parent, index) => parent === undefined || parent === parents[index]);

/** What is in a collection and not deleted, the oldest first. */
export const recordsWithin = (
  work: Reading,
  resource: Resource,
  parents: Parents,
  /** What is there if nothing was ever created there. */
  nothing?: readonly KeptRecord[],
) => {
  const collection = collectionOf(resource);
  const isWhole = isComplete(parents);
  const place = isWhole ? parents : [];
  return {
    all: () => {
      const found = work.findAll(collection, within(place)).filter((record) => isAt(record, parents));
      return found.length > 0 || work.findFirst(collection, goneWithin(place)) !== undefined ? found : nothing;
    },
    /** One page, at the cost of what it shows; undefined if there is nothing, or if only a look at all of them tells. */
    page: (page: number, size: number) => {
      if (!isWhole || !Number.isSafeInteger(page) || !Number.isSafeInteger(size)) return undefined;
      const found = work.page(collection, { keys: [within(place)], page, size });
      return found.total > 0 ? found : undefined;
    },
  };
};

/** Keeps what `make` returns, whose id must not be in use, nor that of a deleted thing. */
export const addRecord = (
  work: UnitOfWork,
  resource: Resource,
  parents: readonly string[],
  make: (draw: Draw) => Pick<KeptRecord, 'id' | 'body'>,
): KeptRecord =>
  work.insert(collectionOf(resource), (draw) => {
    const { now } = work;
    return { parents, ...make(draw), version: 1, number: draw.position, createdAt: now, updatedAt: now };
  });

export const changeRecord = (work: UnitOfWork, resource: Resource, before: KeptRecord, body: unknown): KeptRecord => {
  if (sizeUpTo(MOST_CHARACTERS, body) > MOST_CHARACTERS)
    throw problem('content-too-large', {
      detail: `With this change, ${resource.name} ${before.id} would exceed ${MOST_CHARACTERS} characters.`,
    });
  const version = before.version + 1;
  return work.update(collectionOf(resource), before, { ...before, body, version, updatedAt: work.now });
};

/** Deletes a thing with all that it contains, which may take longer than a turn. */
export const deleteRecord = async (
  work: UnitOfWork,
  resource: Resource,
  record: KeptRecord,
  inner: readonly Resource[],
): Promise<void> => {
  const collection = collectionOf(resource);
  changeRecord(work, resource, record, null);
  const gone = work.page(collection, { keys: [goneWithin([])], page: 0, size: 1 });
  if (gone.total > MOST_GONE) for (const oldest of gone.values) work.remove(collection, oldest);
  for (const each of inner)
    for (const child of work.findAll(collectionOf(each), within([...record.parents, record.id]))) {
      work.remove(collectionOf(each), child);
      const turn = work.pause();
      if (turn !== undefined) await turn;
    }
};
