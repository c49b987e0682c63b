import type { Draft, Dump, Key, PagePosition } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Entry } from './memory-entry.ts';
import { MemoryTransaction } from './memory-transaction.ts';
import { toSortedRecord } from './order-of-values.ts';
import { type QueuedTransaction, checkOpen } from './transaction-queues.ts';
import { type Undo, rollback } from './undo.ts';
import { type SandboxCopy, type WriteSet, noteDocument } from './sandbox-copy.ts';

/** Reads contents that the copy does not hold. */
export interface ContentSource {
  readonly read: (id: string) => Promise<Uint8Array | undefined>;
  readonly readAll: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** A transaction on the copy in memory that notes what has to be written to the database. */
export class RecordingTransaction extends MemoryTransaction {
  readonly #copy: SandboxCopy;
  readonly #writes: WriteSet;
  readonly #source: ContentSource;
  readonly #undo: Undo = [];

  constructor(copy: SandboxCopy, writes: WriteSet, source: ContentSource, transaction: QueuedTransaction) {
    super(copy.partition, transaction, undefined);
    this.#copy = copy;
    this.#writes = writes;
    this.#source = source;
  }

  override rollback(): void {
    rollback(this.#undo);
    super.rollback();
  }

  override insert<T>(collection: string, make: (place: PagePosition) => Draft<T>): T {
    let draft: Draft<T> | undefined;
    const value = super.insert(collection, (place) => (draft = make(place)));
    if (draft !== undefined) this.#inserted(collection, draft);
    return value;
  }

  override update(
    collection: string,
    id: string,
    value: unknown,
    difference: { readonly removed: readonly Key[]; readonly added: readonly Key[] },
  ): void {
    super.update(collection, id, value, difference);
    const entry = this.#entry(collection, id);
    if (entry !== undefined && (difference.removed.length > 0 || difference.added.length > 0)) {
      const former = this.#copy.keys.get(entry) ?? [];
      const left = former.filter((key) => !difference.removed.some((gone) => isSame(gone, key)));
      const added = difference.added.filter((key) => !left.some((old) => isSame(old, key)));
      this.#copy.keys.set(entry, [...left, ...added]);
      this.#undo.push(() => this.#copy.keys.set(entry, former));
    }
    noteDocument(this.#writes, collection, id);
  }

  override remove(collection: string, id: string, keys: readonly Key[]): void {
    super.remove(collection, id, keys);
    noteDocument(this.#writes, collection, id);
  }

  override async restore(dump: Dump, pause?: Pause): Promise<void> {
    // Contents are not kept in memory: only their sizes are.
    await super.restore({ ...dump, contents: {} }, pause);
    for (const [collection, documents] of Object.entries(dump.collections))
      for (const document of documents) this.#inserted(collection, document);
    for (const collection of Object.keys(dump.positions))
      if (!this.#writes.documents.has(collection)) this.#writes.documents.set(collection, new Set());
    for (const [id, bytes] of Object.entries(dump.contents)) this.putContent(id, bytes);
  }

  override async content(id: string): Promise<Uint8Array | undefined> {
    checkOpen(this.transaction);
    return readContent(this.#copy, this.#writes, this.#source, id);
  }

  override putContent(id: string, bytes: Uint8Array): void {
    checkOpen(this.transaction);
    this.#setContent(id, new Uint8Array(bytes));
  }

  override removeContent(id: string): void {
    checkOpen(this.transaction);
    if (this.#copy.contents.has(id)) this.#setContent(id, undefined);
  }

  override async dump(): Promise<Dump> {
    const { collections, positions } = await super.dump();
    return { collections, positions, contents: await dumpContents(this.#copy, this.#writes, this.#source) };
  }

  /** Of a content that is kept elsewhere. */
  knowContent(id: string, bytes: number): void {
    this.#copy.contents.set(id, bytes);
    this.#copy.contentBytes += bytes;
    this.partition.bytes += bytes;
  }

  #inserted(collection: string, { id, keys }: Draft<unknown>): void {
    const entry = this.#entry(collection, id);
    if (entry !== undefined) this.#copy.keys.set(entry, keys);
    noteDocument(this.#writes, collection, id);
  }

  #entry(collection: string, id: string): Entry | undefined {
    return this.#copy.partition.tables.get(collection)?.byId.get(id);
  }

  #setContent(id: string, bytes: Uint8Array | undefined): void {
    const { contents, partition } = this.#copy;
    const pending = this.#writes.contents;
    const [former, wasPending, formerBytes] = [contents.get(id), pending.has(id), pending.get(id)];
    const difference = (bytes?.byteLength ?? 0) - (former ?? 0);
    if (bytes === undefined) contents.delete(id);
    else contents.set(id, bytes.byteLength);
    pending.set(id, bytes);
    partition.bytes += difference;
    this.#copy.contentBytes += difference;
    this.#undo.push(() => {
      partition.bytes -= difference;
      this.#copy.contentBytes -= difference;
      if (former === undefined) contents.delete(id);
      else contents.set(id, former);
      if (wasPending) pending.set(id, formerBytes);
      else pending.delete(id);
    });
  }
}

const isSame = (one: Key, other: Key): boolean => one.name === other.name && one.text === other.text;

/** A copy of its own: its reader may change it. */
export const readContent = async (
  { contents }: SandboxCopy,
  writes: WriteSet | undefined,
  source: ContentSource,
  id: string,
): Promise<Uint8Array | undefined> => {
  if (!contents.has(id)) return undefined;
  return writes?.contents.get(id)?.slice() ?? (await source.read(id));
};

export const dumpContents = async (
  { contents }: SandboxCopy,
  writes: WriteSet | undefined,
  source: ContentSource,
): Promise<Readonly<Record<string, Uint8Array>>> => {
  if (contents.size === 0) return {};
  const stored = await source.readAll();
  const found: [string, Uint8Array][] = [];
  for (const id of contents.keys()) {
    const bytes = writes?.contents.get(id)?.slice() ?? stored.get(id);
    if (bytes !== undefined) found.push([id, bytes]);
  }
  return toSortedRecord(found);
};
