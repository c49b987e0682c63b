import type { Random } from '../../kernel/random.ts';
import type { Alternatives } from '../assumptions/assumed.ts';

/** When failed attempts are repeated. Times in milliseconds. */
export interface RetrySchedule {
  /** Delays from the end of one attempt to the next. */
  readonly waits: readonly number[];
  /** Delays of sandboxes that assume another schedule. */
  readonly assumedWaits: Alternatives<readonly number[]>;
  /** Maximum jitter, as a fraction of the delay in either direction. */
  readonly jitter: number;
  /** Age from which a delivery is not resumed after a pause. */
  readonly span: number;
}

/** Delay after this many attempts; undefined if no attempt is left. Without `random` there is no jitter. */
export const waitAfter = (
  attempts: number,
  { waits, jitter }: Pick<RetrySchedule, 'waits' | 'jitter'>,
  random?: Random,
): number | undefined => {
  const wait = waits[attempts - 1];
  if (wait === undefined || random === undefined) return wait;
  const most = Math.floor(wait * jitter);
  return wait + random.integer(-most, most);
};
