import { performance } from 'node:perf_hooks';
import type { Clock } from '../../kernel/clock.ts';

/** System clock. No code outside this folder reads the time. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
