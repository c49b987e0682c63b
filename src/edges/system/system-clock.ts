import { performance } from 'node:perf_hooks';
import type { Clock } from '../../kernel/clock.ts';

/** The machine's time. Nothing outside this folder reads it. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
