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
