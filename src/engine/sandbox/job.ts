import { defineCollection, instantKey } from './collection.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Something that is due at an instant of the sandbox's clock. */
export interface Job {
  /** Says what it is about, so that it can be replaced or cancelled: `vies-check/<uuid>`. */
  readonly id: string;
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** JSON. */
  readonly data: unknown;
}

export interface JobDraft {
  readonly id: string;
  readonly kind: string;
  readonly dueAt: number;
  readonly data?: unknown;
}

export const jobs = defineCollection<Job>(
  'jobs',
  ({ id }) => id,
  ({ dueAt }) => [instantKey('due', dueAt)],
);

/** By kind. The job is gone from the list when its handler runs, and comes back when the handler throws. */
export type JobHandlers = Readonly<Record<string, (work: UnitOfWork, job: Job) => Promise<void>>>;
