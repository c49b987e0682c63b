import type { OutboundTaskLimits } from './outbound-task.ts';

const PER_KEY = 5;
const FOR_IDLE_KEYS = 5;
const SLOW = 5;

/** Limits under which a sandbox has at most `count` outbound tasks in progress; some are for idle keys only. */
export const toTaskLimits = (count: number): OutboundTaskLimits => {
  const forIdleKeys = Math.min(FOR_IDLE_KEYS, Math.floor(count / 5));
  const perSandbox = count - forIdleKeys;
  return { perKey: Math.min(PER_KEY, perSandbox), perSandbox, forIdleKeys, slow: SLOW };
};
