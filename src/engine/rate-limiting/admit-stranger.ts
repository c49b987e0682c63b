import { andThen } from '../../kernel/and-then.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import { problem } from '../problems/problem.ts';
import { type Counters, MINUTE, toSeconds } from './counters.ts';

/** Counts a call that needs no token; throws 429. */
export type AdmitStranger = (request: ApiRequest) => void | Promise<void>;

interface AdmitStrangerParts {
  /** Calls of one address in a minute. */
  readonly callsPerMinute: number;
  /** The address of the client; undefined for a call that did not come over HTTP. */
  readonly senderOf: (request: ApiRequest) => string | undefined;
  readonly counters: Counters;
}

export const createAdmitStranger = ({ callsPerMinute, senderOf, counters }: AdmitStrangerParts): AdmitStranger => {
  const byAddress = counters({ name: 'stranger-calls', limit: callsPerMinute, window: MINUTE });
  return (request) => {
    const sender = senderOf(request);
    if (sender === undefined) return;
    return andThen(byAddress.take(sender), (wait) => {
      if (wait === undefined) return;
      const seconds = String(toSeconds(wait));
      throw problem('rate-limited', {
        detail: `This address used up its ${String(callsPerMinute)} calls per minute without a token. Retry in ${seconds} seconds.`,
        headers: { 'retry-after': seconds },
      });
    });
  };
};
