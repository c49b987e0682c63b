import type { Random } from '../../kernel/random.ts';
import type { Assumed } from '../assumptions/assumed.ts';
import type { EmittedEvent, EventDraft } from '../message/event.ts';
import type { Collection } from './collection.ts';
import type { Job, JobDraft } from './job.ts';
import type { Key } from './store.ts';

export interface PageQuery {
  /** The document has all of these. */
  readonly keys?: readonly Key[];
  /** A member of the document; by age when left out. */
  readonly sortBy?: string | undefined;
  readonly descending?: boolean;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface Page<T> {
  readonly values: readonly T[];
  readonly total: number;
}

/** What a read may ask of a sandbox. */
export interface Reading {
  /** Milliseconds since the epoch on the sandbox's clock; the same from the beginning of the work to its end. */
  readonly now: number;
  /** What the sandbox assumes where that differs from what is chosen. */
  readonly assumed: Assumed;
  readonly get: <T>(collection: Collection<T>, id: string) => Promise<T | undefined>;
  /** The oldest document under a key. */
  readonly findFirst: <T>(collection: Collection<T>, key: Key) => Promise<T | undefined>;
  /** All documents under a key, oldest first. */
  readonly findAll: <T>(collection: Collection<T>, key: Key) => Promise<readonly T[]>;
  readonly page: <T>(collection: Collection<T>, query: PageQuery) => Promise<Page<T>>;
  /** The bytes of a document. */
  readonly content: (id: string) => Promise<Uint8Array | undefined>;
}

/** What a document that is about to be made is drawn from: the same at the same place of the same sandbox. */
export interface Draw {
  readonly random: Random;
  /** 1 for the first document of the collection. */
  readonly position: number;
}

/**
 * One transaction of a sandbox, as behaviours and jobs see it: documents, contents, jobs and events are all kept, or
 * none of them when the work throws.
 */
export interface UnitOfWork extends Reading {
  /** Adds the document that `make` makes, and returns it. */
  readonly insert: <T>(collection: Collection<T>, make: (draw: Draw) => T) => Promise<T>;
  /** Puts `after` in the place of `before`, which must be what the work has read. */
  readonly update: <T>(collection: Collection<T>, before: T, after: T) => Promise<T>;
  readonly remove: <T>(collection: Collection<T>, value: T) => Promise<void>;
  readonly putContent: (id: string, bytes: Uint8Array) => Promise<void>;
  /** Leaves an event in the outbox; it is delivered after the work is done. */
  readonly emit: (draft: EventDraft) => Promise<EmittedEvent>;
  /** Does something later on the sandbox's clock. A job under the same id takes the place of the former one. */
  readonly schedule: (draft: JobDraft) => Promise<Job>;
  readonly cancel: (jobId: string) => Promise<void>;
}
