import type { Dump } from '../../engine/sandbox/store.ts';
import { MemoryReader } from './memory-reader.ts';
import { type QueuedTransaction, checkOpen } from './transaction-queues.ts';
import { type ContentSource, dumpContents, readContent } from './recording-transaction.ts';
import type { SandboxCopy, WriteSet } from './sandbox-copy.ts';

/** Reads the copy in memory, and from the database only contents. */
export class CopyReader extends MemoryReader {
  readonly #copy: SandboxCopy;
  readonly #writes: WriteSet;
  readonly #source: ContentSource;

  constructor(copy: SandboxCopy, writes: WriteSet, source: ContentSource, transaction: QueuedTransaction) {
    super(copy.partition, transaction);
    this.#copy = copy;
    this.#writes = writes;
    this.#source = source;
  }

  override async content(id: string): Promise<Uint8Array | undefined> {
    checkOpen(this.transaction);
    return readContent(this.#copy, this.#writes, this.#source, id);
  }

  override async dump(): Promise<Dump> {
    const { collections, positions } = await super.dump();
    return { collections, positions, contents: await dumpContents(this.#copy, this.#writes, this.#source) };
  }
}
