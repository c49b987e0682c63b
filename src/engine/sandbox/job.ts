import { defineCollection, instantKey, key } from './collection.ts';

/** Something that is due at an instant of the sandbox's clock. */
export interface Job {
  /** Says what it is about, so that it can be replaced or cancelled: `check/<uuid>`. */
  readonly id: string;
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** JSON. */
  readonly data: unknown;
  /** An outbound task that is being run; put back when the server starts again. */
  readonly isTaken?: boolean;
}

export interface JobDraft {
  readonly id: string;
  readonly kind: string;
  readonly dueAt: number;
  readonly data?: unknown;
}

/** What was taken is not due. */
export const TAKEN = key('taken', 'yes');

export const jobs = defineCollection<Job>(
  'jobs',
  ({ id }) => id,
  ({ dueAt, isTaken }) => [isTaken === true ? TAKEN : instantKey('due', dueAt)],
);

/** A job whose handler throws is a bug of ours: it is reported, and tried again so many milliseconds later. */
export const SECOND_TRY = 60_000;
