import type { Key } from '../../engine/sandbox/store.ts';
import type { Entry } from './memory-entry.ts';
import { type MemoryPartition, createMemoryPartition } from './memory-partition.ts';

/** A sandbox in the memory of this process that is kept elsewhere. Contents are fetched when they are read. */
export interface SandboxCopy {
  readonly partition: MemoryPartition;
  /** All keys of each document: they are kept as a whole, an update names only what changes. */
  readonly keys: WeakMap<Entry, readonly Key[]>;
  /** Bytes of the contents. */
  readonly contents: Map<string, number>;
  contentBytes: number;
}

export const createSandboxCopy = (): SandboxCopy => ({
  partition: createMemoryPartition(),
  keys: new WeakMap(),
  contents: new Map(),
  contentBytes: 0,
});

/** What a transaction has changed. What the documents became is in the copy. */
export interface WriteSet {
  /** Ids by collection. */
  readonly documents: Map<string, Set<string>>;
  /** Undefined for a content that was removed. */
  readonly contents: Map<string, Uint8Array | undefined>;
}

export const createWriteSet = (): WriteSet => ({ documents: new Map(), contents: new Map() });

export const isEmpty = ({ documents, contents }: WriteSet): boolean => documents.size === 0 && contents.size === 0;

export const noteDocument = ({ documents }: WriteSet, collection: string, id: string): void => {
  const ids = documents.get(collection);
  if (ids === undefined) documents.set(collection, new Set([id]));
  else ids.add(id);
};
