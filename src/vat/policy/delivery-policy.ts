import type { DeliveryPolicy } from '../../engine/webhooks/delivery.ts';
import { ASSUMED_PROFILES } from './signature-profiles.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "Up to 10 attempts with exponential backoff over up to 72 hours". The tenth attempt is at 64:35:05, and still within 72
 * hours if every delay has the maximum jitter and every attempt times out. Assumption: retry-schedule.
 */
const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  12 * HOUR,
  15 * HOUR,
  20 * HOUR,
];

/** The same schedule as a geometric progression: the tenth attempt is at 62:52:23. */
const EXPONENTIAL_WAITS = WAITS.map((_wait, index) => 23 * SECOND * 3 ** index);

export const MOST_ATTEMPTS = WAITS.length + 1;

export const DELIVERY_POLICY: DeliveryPolicy = {
  retries: {
    waits: WAITS,
    assumedWaits: [['retry-schedule=exponential', EXPONENTIAL_WAITS]],
    jitter: 0.1,
    span: 72 * HOUR,
  },
  /** "20 consecutive failed deliveries, or no success for 72 hours." */
  autoPause: { failures: 20, duration: 72 * HOUR },
  /** "Delivery history keeps 30 days; older deliveries are purged." Assumption: delivery-retention. */
  retention: 30 * DAY,
  assumedProfiles: ASSUMED_PROFILES,
};
