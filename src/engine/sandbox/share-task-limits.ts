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

/**
 * The part of the limits that one process has while others work on the same sandbox: all parts together are the limits,
 * and what a process that ended had goes to the others. Each has one at least, since jobs that it claimed wait for it.
 */
export const shareTaskLimits = (
  count: number,
  { id, alive }: { readonly id: string; readonly alive: () => readonly string[] },
): OutboundTaskLimits => {
  const shared = (): OutboundTaskLimits => {
    const ids = [...new Set([id, ...alive()])].sort();
    const rest = ids.indexOf(id) < count % ids.length ? 1 : 0;
    return toTaskLimits(Math.max(1, Math.floor(count / ids.length) + rest));
  };
  return {
    get perKey() {
      return shared().perKey;
    },
    get perSandbox() {
      return shared().perSandbox;
    },
    get forIdleKeys() {
      return shared().forIdleKeys;
    },
    slow: SLOW,
  };
};
