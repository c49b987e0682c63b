import { parseDuration } from '../../kernel/duration.ts';
import type { Random } from '../../kernel/random.ts';
import type { DelayFile } from './scenario-file.ts';

/**
 * Maximum delay of a response, in milliseconds. Clients do not wait longer, and connections should not
 * stay open longer.
 */
export const LONGEST_DELAY = 600_000;

/** Draws the delay of a response, in whole milliseconds. */
export type DrawDelay = (random: Random) => number;

/** Bounded, since an imported state contains files that were not validated here. */
export const toBoundedWait = (duration: string): number => Math.min(LONGEST_DELAY, parseDuration(duration));

/** @throws {@link DurationError} */
export const toDelay = (written: string | DelayFile): DrawDelay => {
  if (typeof written === 'string') return always(written);
  const { fixed, uniform, lognormal } = written;
  if (uniform !== undefined) {
    const lower = toBoundedWait(uniform.lower);
    const upper = toBoundedWait(uniform.upper);
    return (random) => random.integer(lower, upper);
  }
  if (lognormal !== undefined) {
    const { median, sigma, atMost } = lognormal;
    const middle = toBoundedWait(median);
    const longest = atMost === undefined ? LONGEST_DELAY : toBoundedWait(atMost);
    return (random) => Math.min(longest, Math.round(middle * Math.exp(sigma * drawNormal(random))));
  }
  return always(fixed ?? 'PT0S');
};

const always = (duration: string): DrawDelay => {
  const milliseconds = toBoundedWait(duration);
  return () => milliseconds;
};

/** Standard normal distribution, by the Box-Muller transform. */
const drawNormal = (random: Random): number => {
  const radius = Math.sqrt(-2 * Math.log(1 - random.uint32() / 0x1_0000_0000));
  return radius * Math.cos((2 * Math.PI * random.uint32()) / 0x1_0000_0000);
};
