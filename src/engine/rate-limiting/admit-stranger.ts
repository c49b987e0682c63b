import type { Clock } from '../../kernel/clock.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import { problem } from '../problems/problem.ts';
import { createPerMinute } from './per-minute.ts';

/** Counts a call that needs no token; throws 429. */
export type AdmitStranger = (request: ApiRequest) => void;

export interface AdmitStrangerParts {
  /** Calls of one address in a minute. */
  readonly callsPerMinute: number;
  /** The address of the client; undefined for a call that did not come over HTTP. */
  readonly senderOf: (request: ApiRequest) => string | undefined;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

export const createAdmitStranger = ({ callsPerMinute, senderOf, clock }: AdmitStrangerParts): AdmitStranger => {
  const byAddress = createPerMinute(callsPerMinute);
  return (request) => {
    const sender = senderOf(request);
    const seconds = sender === undefined ? undefined : byAddress.take(sender, clock.now());
    if (seconds === undefined) return;
    throw problem('rate-limited', {
      detail: `This address used up its ${String(callsPerMinute)} calls per minute without a token. Retry in ${String(seconds)} seconds.`,
      headers: { 'retry-after': String(seconds) },
    });
  };
};
