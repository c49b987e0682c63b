import type { Alternatives } from '../assumptions/assumed.ts';
import type { PauseRule } from './model/failure-streak.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { SignatureProfile } from './signing/signature-profile.ts';

/** When an API repeats its deliveries, pauses webhook endpoints and deletes its history. Times in milliseconds. */
export interface DeliveryPolicy {
  readonly retries: RetrySchedule;
  readonly autoPause: PauseRule;
  /** Age at which a delivery is deleted. */
  readonly retention: number;
  /** Profiles that a sandbox signs with instead of the server's if it assumes so. */
  readonly assumedProfiles: Alternatives<SignatureProfile>;
}
