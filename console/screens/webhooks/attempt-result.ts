import type { DeliveryTry } from '../../../src/generated/control-schemas.ts';

export const FAILURES: Readonly<Record<string, string>> = {
  refused: 'The server must not call this URL',
  connect_failed: 'No connection',
  tls_failed: 'TLS failed',
  timeout: 'No response in time',
  answer_broken: 'The response broke off',
};

export const isSuccess = ({ httpStatus }: DeliveryTry): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** The status, or why there is none. */
export const toResult = ({ httpStatus, failure }: DeliveryTry): string =>
  httpStatus === null ? (FAILURES[failure ?? ''] ?? 'No response') : String(httpStatus);

const SHORT: Readonly<Record<string, string>> = { refused: 'refused', timeout: 'timeout' };

/** As `toResult`, in a word. */
export const toShortResult = ({ httpStatus, failure }: DeliveryTry): string =>
  httpStatus === null ? (SHORT[failure ?? ''] ?? 'no answer') : String(httpStatus);
