import { defineCollection, instantKey, key } from './collection.ts';

/** A job that is due at an instant of sandbox time. */
export interface Job {
  /** Identifies the subject, so that the job can be replaced or cancelled: `check/<uuid>`. */
  readonly id: string;
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** JSON. */
  readonly data: unknown;
  /** A claimed outbound task; released on startup. */
  readonly isClaimed?: boolean;
}

export interface JobDraft {
  readonly id: string;
  readonly kind: string;
  readonly dueAt: number;
  readonly data?: unknown;
}

/** Claimed jobs are not listed as due. */
export const CLAIMED = key('taken', 'yes');

export const jobs = defineCollection<Job>(
  'jobs',
  ({ id }) => id,
  ({ dueAt, isClaimed }) => [isClaimed === true ? CLAIMED : instantKey('due', dueAt)],
);

/**
 * A handler that throws is a bug in the server: it is reported, and the job is retried after this many milliseconds.
 */
export const RETRY_AFTER_BUG = 60_000;
