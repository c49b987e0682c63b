import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';

/** Counts what each address gets within an hour, and refuses more. */
export interface HourlyCount {
  /** Throws if the address has had all that it may have. */
  readonly check: (address: string) => void;
  /** Checks and counts one. Returns a function that takes it back, for what then failed. */
  readonly add: (address: string) => () => void;
}

export interface HourlyCountParts {
  readonly most: number;
  /** `seconds` is the time until the address may have another one. */
  readonly refuse: (most: number, seconds: number) => Error;
  readonly clock: Pick<Clock, 'elapsed'>;
}

const HOUR = 3_600_000;

/** Bounds the memory. Someone with more networks than this is not stopped by counting them. */
const MOST_ADDRESSES = 10_000;

interface Counted {
  readonly since: number;
  count: number;
}

export const createHourlyCount = ({ most, refuse, clock }: HourlyCountParts): HourlyCount => {
  const byAddress = new LRUCache<string, Counted>({ max: MOST_ADDRESSES });

  const find = (address: string): Counted => {
    const known = byAddress.get(address);
    const counted =
      known !== undefined && clock.elapsed() - known.since < HOUR ? known : { since: clock.elapsed(), count: 0 };
    if (counted.count < most) return counted;
    throw refuse(most, Math.max(1, Math.ceil((counted.since + HOUR - clock.elapsed()) / 1000)));
  };

  return {
    check: find,
    add: (address) => {
      const counted = find(address);
      counted.count += 1;
      byAddress.set(address, counted);
      return () => {
        counted.count -= 1;
      };
    },
  };
};
