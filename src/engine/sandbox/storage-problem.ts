import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../problems/problem.ts';
import { StoreError } from './store.ts';

/** Seconds. Until then an operator may have freed space. */
const RETRY_AFTER = '30';

/** Seconds. A database that is restarted or replaced by its standby is away for about as long. */
const RETRY_DATABASE_AFTER = '5';

/** Milliseconds until jobs that could not be stored are tried again. */
export const STORE_AGAIN = 5000;

const HEADERS = { 'retry-after': RETRY_AFTER };

/** The response where the disk or the database fails, which is no bug of the server; undefined for any other error. */
export const toStorageProblem = (thrown: unknown): Problem | undefined => {
  if (!(thrown instanceof StoreError) || thrown.fault === 'other') return undefined;
  if (thrown.fault === 'unreachable')
    return problem('unavailable', {
      detail: 'The server cannot reach its database at the moment. Retry in a few seconds.',
      headers: { 'retry-after': RETRY_DATABASE_AFTER },
    });
  return thrown.fault === 'full'
    ? problem('storage-full', {
        detail: 'The disk of the server is full, so nothing was stored. Retry once its operator has freed space.',
        headers: HEADERS,
      })
    : problem('unavailable', {
        detail: 'The server cannot write its data file at the moment, so nothing was stored. Retry later.',
        headers: HEADERS,
      });
};
