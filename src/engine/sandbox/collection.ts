import type { Schema } from './record-schema.ts';
import type { Key } from './store.ts';

/** A type of documents of a sandbox, with its id and its keys. */
export interface Collection<T> {
  readonly name: string;
  readonly idOf: (value: T) => string;
  readonly keysOf: (value: T) => readonly Key[];
}

export const defineCollection = <T>(
  name: string,
  idOf: (value: T) => string,
  keysOf: (value: T) => readonly Key[] = () => [],
): Collection<T> => ({ name, idOf, keysOf });

/** A collection that exported states contain: an import validates its records against the schema. */
export interface RecordCollection<T> extends Collection<T> {
  readonly schema: Schema;
  /** Maximum records, if the API limits them. */
  readonly most?: number;
}

export const defineRecords = <S, T extends S = S>(
  name: string,
  schema: Schema<S>,
  idOf: (value: T) => string,
  keysOf: (value: T) => readonly Key[] = () => [],
): RecordCollection<T> => ({ name, schema, idOf, keysOf });

/** The collection of an API that limits its records. */
export const withMost = <T>(collection: RecordCollection<T>, most: number): RecordCollection<T> => ({
  ...collection,
  most,
});

/** The collection of an API that adds members to its records. */
export const withMembers = <T>(collection: RecordCollection<T>, members: Schema): RecordCollection<T> => ({
  ...collection,
  schema: { allOf: [collection.schema, members] },
});

export const key = (name: string, ...parts: readonly string[]): Key => ({ name, text: parts.join('\n') });

/** An instant as a key: lexicographic order equals chronological order. */
export const instantKey = (name: string, milliseconds: number): Key => ({
  name,
  text: String(milliseconds).padStart(16, '0'),
});

const NO_KEYS: readonly Key[] = [];
const NO_DIFFERENCE = { removed: NO_KEYS, added: NO_KEYS } as const;

const isSameKey = (one: Key, other: Key | undefined): boolean => one.name === other?.name && one.text === other.text;

/** The keys to remove and to add when a document changes; linear, since a document may have thousands of keys. */
export const differenceOf = (
  before: readonly Key[],
  after: readonly Key[],
): { readonly removed: readonly Key[]; readonly added: readonly Key[] } => {
  if (before.length === after.length && before.every((old, index) => isSameKey(old, after[index])))
    return NO_DIFFERENCE;
  const toText = ({ name, text }: Key): string => `${name}\n${text}`;
  const former = new Set(before.map(toText));
  const present = new Set(after.map(toText));
  return {
    removed: before.filter((old) => !present.has(toText(old))),
    added: after.filter((fresh) => !former.has(toText(fresh))),
  };
};
