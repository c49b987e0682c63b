import { defineRecords, instantKey, key } from './collection.ts';
import { type TypeOf, anything, flag, instant, label, object } from './record-schema.ts';

/** A job that is due at an instant of sandbox time. */
const schema = object({
  /** Identifies the subject, so that the job can be replaced or cancelled: `check/<uuid>`. */
  id: label,
  kind: label,
  dueAt: instant,
  /** JSON, with a schema of its own for each kind. */
  data: anything,
  /** A claimed outbound task; released on startup. */
  'isClaimed?': flag,
});

export type Job = TypeOf<typeof schema>;

export interface JobDraft {
  readonly id: string;
  readonly kind: string;
  readonly dueAt: number;
  readonly data?: unknown;
}

/** Claimed jobs are not listed as due. */
export const CLAIMED = key('taken', 'yes');

export const jobs = defineRecords(
  'jobs',
  schema,
  ({ id }) => id,
  ({ dueAt, isClaimed }) => [isClaimed === true ? CLAIMED : instantKey('due', dueAt)],
);

/**
 * A handler that throws is a bug in the server: it is reported, and the job is retried after this many milliseconds.
 */
export const RETRY_AFTER_BUG = 60_000;
