import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../problems/problem.ts';
import { StoreError } from './store.ts';

/** Seconds. Until then an operator may have freed space. */
const RETRY_AFTER = '30';

/** Milliseconds until jobs that could not be stored are tried again. */
export const STORE_AGAIN = 5000;

const HEADERS = { 'retry-after': RETRY_AFTER };

/** The response where the disk fails, which is no bug of the server; undefined for any other error. */
export const toStorageProblem = (thrown: unknown): Problem | undefined => {
  if (!(thrown instanceof StoreError) || thrown.fault === 'other') return undefined;
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
