import { andThen } from '../../kernel/and-then.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import { problem } from '../problems/problem.ts';

/**
 * Counts what someone does within a window of time, whatever the key stands for: a caller, an address. The window of a
 * key begins with what is counted first.
 */
interface Counter {
  /** Counts one, or `amount`, if there is room: undefined. Otherwise the milliseconds until there is. */
  readonly take: (key: string, amount?: number) => number | undefined | Promise<number | undefined>;
  /** Takes one back, or `amount`, for what then failed or is not meant. */
  readonly giveBack: (key: string, amount?: number) => void | Promise<void>;
  /** Milliseconds until there is room; 0 if there is. */
  readonly waitOf: (key: string) => number | Promise<number>;
  /** What is counted in the present window. */
  readonly usedBy: (key: string) => number | Promise<number>;
}

/** In memory for one process, in the database for replicas: only there does a counter return promises. */
export type Counters = (counted: {
  /** Unique in a server, and the same in every process and release. */
  readonly name: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
}) => Counter;

export const MINUTE = 60_000;
export const HOUR = 3_600_000;

/** Bounds the memory: of many addresses, those idle longest are forgotten. */
const MOST_KEYS = 10_000;

export const createMemoryCounters =
  (clock: Pick<Clock, 'elapsed'>): Counters =>
  ({ limit, window }) => {
    const byKey = createBoundedCache<{ readonly since: number; count: number }>(MOST_KEYS);
    const find = (key: string) => {
      const used = byKey.get(key);
      return used === undefined || clock.elapsed() - used.since >= window ? undefined : used;
    };
    const restOf = ({ since }: { readonly since: number }): number => since + window - clock.elapsed();
    return {
      take: (key, amount = 1) => {
        const used = find(key);
        if (used === undefined) {
          if (limit <= 0) return window;
          byKey.set(key, { since: clock.elapsed(), count: amount });
        } else if (used.count >= limit) return restOf(used);
        else used.count += amount;
        return undefined;
      },
      giveBack: (key, amount = 1) => {
        const used = find(key);
        if (used !== undefined) used.count -= amount;
      },
      waitOf: (key) => {
        const used = find(key);
        return used === undefined || used.count < limit ? 0 : restOf(used);
      },
      usedBy: (key) => find(key)?.count ?? 0,
    };
  };

/** For the header `Retry-After`. */
export const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Counts one; throws the refusal, which tells the seconds until there is room. */
const takeOrThrow = (
  counter: Pick<Counter, 'take'>,
  key: string,
  refusal: (seconds: number) => Error,
): void | Promise<void> =>
  andThen(counter.take(key), (wait) => {
    if (wait !== undefined) throw refusal(toSeconds(wait));
  });

/** Takes one before `work` is done, so that many at the same time get no more; what fails does not count. */
export const countWhile = async <T>(
  counter: Pick<Counter, 'take' | 'giveBack'>,
  key: string,
  refusal: (seconds: number) => Error,
  work: () => Promise<T>,
): Promise<T> => {
  await takeOrThrow(counter, key, refusal);
  try {
    return await work();
  } catch (error) {
    await counter.giveBack(key);
    throw error;
  }
};

/** Counts a call that needs no token; throws 429. */
export type AdmitStranger = (request: ApiRequest) => void | Promise<void>;

export const createAdmitStranger = ({
  callsPerMinute,
  senderOf,
  counters,
}: {
  /** Calls of one address in a minute. */
  readonly callsPerMinute: number;
  /** The address of the client; undefined for a call that did not come over HTTP. */
  readonly senderOf: (request: ApiRequest) => string | undefined;
  readonly counters: Counters;
}): AdmitStranger => {
  const byAddress = counters({ name: 'stranger-calls', limit: callsPerMinute, window: MINUTE });
  return (request) => {
    const sender = senderOf(request);
    if (sender === undefined) return;
    return takeOrThrow(byAddress, sender, (seconds) =>
      problem('rate-limited', {
        detail: `This address used up its ${callsPerMinute} calls per minute without a token. Retry in ${seconds} seconds.`,
        headers: { 'retry-after': String(seconds) },
      }),
    );
  };
};
