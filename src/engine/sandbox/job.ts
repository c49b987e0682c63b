import { defineRecords, instantKey, key } from './collection.ts';
import { type TypeOf, anything, count, flag, instant, label, object } from './record-schema.ts';

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
  /** How often it has failed in a row; absent if it has not. */
  'failures?': count,
  /** Given up after too many failures; tried again when the sandbox is opened. */
  'isParked?': flag,
});

export type Job = TypeOf<typeof schema>;

export type JobDraft = Pick<Job, 'id' | 'kind' | 'dueAt'> & { readonly data?: unknown };

/** Claimed jobs are not listed as due. */
export const CLAIMED = key('taken', 'yes');

/** Parked jobs are not listed as due either. */
export const PARKED = key('parked', 'yes');

export const jobs = defineRecords(
  'jobs',
  schema,
  ({ id }) => id,
  ({ dueAt, isClaimed, isParked }) => [
    isParked === true ? PARKED : isClaimed === true ? CLAIMED : instantKey('due', dueAt),
  ],
);
