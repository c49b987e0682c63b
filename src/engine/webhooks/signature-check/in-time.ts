import { TOLERANCE } from '../signing/tolerance.ts';

/** Whether a receiver whose clock shows `at` accepts a time stamp, which has a resolution of one second. */
export const isInTime = (signedAt: number, at: number): boolean =>
  at - signedAt < TOLERANCE + 1000 && at - signedAt >= -TOLERANCE;
