import { createRandom } from '../../kernel/random.ts';
import { type Assumed, alternativeIn } from '../assumptions/assumed.ts';
import type { DeliveryRecord } from './model/delivery.ts';
import { type RetrySchedule, waitAfter } from './retry-schedule.ts';

/**
 * Delay after the attempt that a delivery is about to record; undefined if it is the last one.
 * Assumptions: retry-schedule, delivery-replay, test-deliveries.
 */
export const nextWait = (
  { id, attempts, replayOf, isTest }: Pick<DeliveryRecord, 'id' | 'attempts' | 'replayOf' | 'isTest'>,
  assumed: Assumed,
  schedule: RetrySchedule,
  withJitter: boolean,
): number | undefined => {
  if (replayOf !== undefined && assumed.has('delivery-replay=single-attempt')) return undefined;
  if (isTest && assumed.has('test-deliveries=single-attempt')) return undefined;
  const { waits, assumedWaits, jitter } = schedule;
  // The id was drawn from the seed of the sandbox, so the jitter is deterministic too.
  const random = withJitter ? createRandom(`${id}/${String(attempts + 1)}`) : undefined;
  return waitAfter(attempts + 1, { waits: alternativeIn(assumed, assumedWaits, waits), jitter }, random);
};

/** When the attempts that are left are made if each fails at once; the first is due at `dueAt`. */
export const plannedAttempts = (
  delivery: DeliveryRecord,
  dueAt: number,
  ...circumstances: [assumed: Assumed, schedule: RetrySchedule, withJitter: boolean]
): number[] => {
  const planned = [dueAt];
  for (let { attempts } = delivery; ; attempts++) {
    const wait = nextWait({ ...delivery, attempts }, ...circumstances);
    if (wait === undefined) return planned;
    planned.push((planned.at(-1) ?? dueAt) + wait);
  }
};
