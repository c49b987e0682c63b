import { type Deadline, type WaitResult, waitUntil, watchChanges } from '../../kernel/wait-until.ts';
import type { DeliveryRecord } from './model/delivery.ts';

export interface DeliveryWait extends Deadline {
  /** The newest matching deliveries, newest first. */
  readonly search: () => Promise<readonly DeliveryRecord[]>;
  readonly count: number;
  readonly listen: (hear: (news: 'changed' | 'closed') => void) => () => void;
}

/** Minimum time between two searches, however many changes arrive. Milliseconds. */
const BREATH = 10;

/** Searches after every change until enough deliveries match. */
export const awaitDeliveries = async (
  wait: DeliveryWait,
): Promise<Omit<WaitResult<DeliveryRecord, never>, 'others'>> => {
  const { search, count, timeout, whenGone, listen, after } = wait;
  let found: readonly DeliveryRecord[] = [];
  const kind = await waitUntil<'met' | 'closed'>({ timeout, after, whenGone }, ({ end, fail }) => {
    const looking = watchChanges({
      look: search,
      judge: (newest) => {
        found = newest;
        if (found.length >= count) end('met');
      },
      failed: fail,
      after,
      pause: BREATH,
    });
    const stop = listen((news) => {
      if (news === 'closed') end('closed');
      else looking.changed();
    });
    looking.changed();
    return () => {
      stop();
      looking.stop();
    };
  });
  return { kind, found: found.toReversed() };
};
