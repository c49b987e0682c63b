import type { Pause } from '../../kernel/time-slices.ts';
import type { Random } from '../../kernel/random.ts';
import type { Assumed } from '../assumptions/register.ts';
import type { EmittedEvent, EventDraft } from '../message/message.ts';
import type { Collection } from './collection.ts';
import type { Job, JobDraft } from './job.ts';
import type { Key, Page } from './store.ts';

export interface PageQuery {
  /** Documents must have all of these keys. */
  readonly keys?: readonly Key[];
  /** A member of the document; by age if omitted. */
  readonly sortBy?: string | undefined;
  readonly descending?: boolean;
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
}

/** The read operations of a sandbox. */
export interface Reading {
  /** Sandbox time in milliseconds since the epoch; constant during the unit of work. */
  readonly now: number;
  /** The assumptions of the sandbox where they differ from the defaults. */
  readonly assumed: Assumed;
  /** Path below which clients reach the server: the beginning of links that are paths. Empty, or `/mock`. */
  readonly publicPath: string;
  readonly get: <T>(collection: Collection<T>, id: string) => T | undefined;
  /** The oldest document under a key. */
  readonly findFirst: <T>(collection: Collection<T>, key: Key) => T | undefined;
  /** All documents under a key, oldest first. */
  readonly findAll: <T>(collection: Collection<T>, key: Key) => readonly T[];
  /** The documents with the lowest keys of a name, in order. */
  readonly lowest: <T>(collection: Collection<T>, name: string, limit: number) => readonly T[];
  readonly page: <T>(collection: Collection<T>, query: PageQuery) => Page<T>;
  /** The binary content of a document. */
  readonly content: (id: string) => Promise<Uint8Array | undefined>;
  /** Between two parts of a long work: a promise to wait for if other requests have to be served first. */
  readonly pause: Pause;
}

/** The source of random values for a new document: deterministic for its position and sandbox. */
export interface Draw {
  readonly random: Random;
  /** 1 for the first document of the collection. */
  readonly position: number;
}

/**
 * One transaction of a sandbox, as behaviours and jobs use it: documents, contents, jobs and events are committed
 * together, or rolled back if the work throws.
 */
export interface UnitOfWork extends Reading {
  /** Adds the document that `make` creates, and returns it. */
  readonly insert: <T>(collection: Collection<T>, make: (draw: Draw) => T) => T;
  /** Replaces `before`, which must be the value that the unit of work has read, with `after`. */
  readonly update: <T>(collection: Collection<T>, before: T, after: T) => T;
  readonly remove: <T>(collection: Collection<T>, value: T) => void;
  readonly putContent: (id: string, bytes: Uint8Array) => void;
  /** Adds an event to the outbox; it is delivered after the commit. */
  readonly emit: (draft: EventDraft) => EmittedEvent;
  /** Schedules a job in sandbox time. It replaces an existing job with the same id. */
  readonly schedule: (draft: JobDraft) => Job;
  readonly cancel: (jobId: string) => void;
}

/** Documents that are read at once. */
const PART = 50;

/**
 * Calls `visit` with all documents of a collection, or those with all of the keys, one after the other, until it
 * `isEnough`. Other requests are served in between.
 */
export const visitAll = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  { isEnough, ...query }: Pick<PageQuery, 'keys' | 'descending'> & { readonly isEnough?: () => boolean },
  visit: (value: T) => Promise<void> | void,
): Promise<void> => {
  for (let page = 0; ; page++) {
    const { values, total } = reading.page(collection, { ...query, page, size: PART });
    for (const value of values) {
      const work = visit(value);
      if (work !== undefined) await work;
      if (isEnough?.() === true) return;
      const turn = reading.pause();
      if (turn !== undefined) await turn;
    }
    if ((page + 1) * PART >= total) return;
  }
};

/** All documents of a collection, or those with all of the keys. Other requests are served in between. */
export const readWhole = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  query: Pick<PageQuery, 'keys' | 'sortBy' | 'descending'> = {},
): Promise<T[]> => {
  const { sortBy, ...others } = query;
  const found: T[] = [];
  if (sortBy === undefined) {
    await visitAll(reading, collection, others, (value) => {
      found.push(value);
    });
    return found;
  }
  // At once: to sort by a member, a store sorts all documents for each part.
  const { values } = reading.page(collection, { ...query, page: 0, size: Number.MAX_SAFE_INTEGER });
  return [...values];
};
