import { LRUCache } from 'lru-cache';
import type { Clock } from '../kernel/clock.ts';
import type { ApiRequest } from '../kernel/http.ts';

/** Slows down guesses of secrets: a sender that failed too often has to wait, even with the right secret. */
export interface GuessLimit {
  /** Seconds that the sender has to wait; 0 if it may try. */
  readonly waitOf: (request: ApiRequest) => number;
  /** Counts a wrong secret. */
  readonly failed: (request: ApiRequest) => void;
}

export interface GuessLimitParts {
  /** Wrong secrets per sender and minute; 0 for no limit. */
  readonly most: number;
  readonly senderOf: (request: ApiRequest) => string | undefined;
  readonly clock: Pick<Clock, 'elapsed'>;
}

const MINUTE = 60_000;

/** Bounds the memory. Someone with more networks than this is not slowed down by counting them. */
const MOST_SENDERS = 10_000;

interface Failures {
  readonly since: number;
  count: number;
}

export const createGuessLimit = ({ most, senderOf, clock }: GuessLimitParts): GuessLimit => {
  if (most === 0) return { waitOf: () => 0, failed: () => undefined };
  const failures = new LRUCache<string, Failures>({ max: MOST_SENDERS });

  const find = (sender: string): Failures | undefined => {
    const known = failures.get(sender);
    return known === undefined || clock.elapsed() - known.since >= MINUTE ? undefined : known;
  };

  return {
    waitOf: (request) => {
      const known = find(senderOf(request) ?? '');
      if (known === undefined || known.count < most) return 0;
      return Math.ceil((known.since + MINUTE - clock.elapsed()) / 1000);
    },
    failed: (request) => {
      const sender = senderOf(request);
      if (sender === undefined) return;
      const known = find(sender);
      if (known === undefined) failures.set(sender, { since: clock.elapsed(), count: 1 });
      else known.count += 1;
    },
  };
};
