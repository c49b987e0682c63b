import type { Key } from './store.ts';

/** A kind of document that a sandbox keeps: how it is named, and under which keys it is found. */
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

export const key = (name: string, ...parts: readonly string[]): Key => ({ name, text: parts.join('\n') });

/** An instant as a key: the order of the texts is the order of time. */
export const instantKey = (name: string, milliseconds: number): Key => ({
  name,
  text: String(milliseconds).padStart(16, '0'),
});

/** What is to be taken away and what to be added for a document that changed. */
export const differenceOf = (
  before: readonly Key[],
  after: readonly Key[],
): { readonly removed: readonly Key[]; readonly added: readonly Key[] } => {
  const has = (keys: readonly Key[], { name, text }: Key): boolean =>
    keys.some((other) => other.name === name && other.text === text);
  return {
    removed: before.filter((old) => !has(after, old)),
    added: after.filter((fresh) => !has(before, fresh)),
  };
};
