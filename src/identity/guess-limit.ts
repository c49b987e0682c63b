import { andThen } from '../kernel/and-then.ts';
import { problem } from '../engine/problems/problem.ts';
import { type Counters, MINUTE, toSeconds } from '../engine/rate-limiting/counters.ts';
import type { ApiRequest } from '../kernel/http.ts';

/** Slows down guesses of secrets: a sender that failed too often has to wait, even with the right secret. */
export interface GuessLimit {
  /** Seconds that the sender has to wait; 0 if it may try. */
  readonly waitOf: (request: ApiRequest) => number | Promise<number>;
  /** Counts a wrong secret. */
  readonly failed: (request: ApiRequest) => void | Promise<void>;
}

export const createGuessLimit = ({
  most,
  senderOf,
  counters,
}: {
  /** Wrong secrets per sender and minute; 0 for no limit. */
  readonly most: number;
  readonly senderOf: (request: ApiRequest) => string | undefined;
  readonly counters: Counters;
}): GuessLimit => {
  if (most === 0) return { waitOf: () => 0, failed: () => undefined };
  const failures = counters({ name: 'wrong-secrets', limit: most, window: MINUTE });
  return {
    waitOf: (request) =>
      andThen(failures.waitOf(senderOf(request) ?? ''), (wait) => (wait === 0 ? 0 : toSeconds(wait))),
    failed: (request) => {
      const sender = senderOf(request);
      return sender === undefined ? undefined : andThen(failures.take(sender), () => undefined);
    },
  };
};

export const tooManyGuesses = (what: 'tokens' | 'secrets', seconds: number): Error =>
  problem('rate-limited', {
    detail: `Too many wrong ${what} came from this address. Wait ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
