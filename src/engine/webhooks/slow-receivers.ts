import { createBoundedCache } from '../../kernel/caches.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** After so many consecutive slow attempts a host is quarantined, until it responds in time. */
export const SLOW_UNTIL_QUARANTINE = 5;

/**
 * Milliseconds. A receiver that responds later is slow, whatever it responds: it holds its slots for nearly as long as
 * one that times out.
 */
export const SLOW_RESPONSE = 5000;

/** Maximum webhook endpoints remembered for a sandbox, since those of removed endpoints are kept. */
const REMEMBERED = 100;

export interface SlowHost {
  readonly host: string;
  /** Slow attempts. */
  count: number;
  /** When the last of them ended, or the one that began the quarantine. On the sandbox clock. */
  since: number;
}

const isQuarantined = ({ count }: SlowHost): boolean => count === SLOW_UNTIL_QUARANTINE;

export type SlowReceivers = ReturnType<typeof createSlowReceivers>;

/**
 * Receiver hosts that were slow several times in a row, by sandbox: each is sent one attempt at a time. Kept in memory:
 * after a restart, a host has to be slow again. Of several processes each finds out by itself, because a quarantine
 * protects the slots of a process; a receiver that has recovered leaves it sooner than by a shared one.
 */
export const createSlowReceivers = () => {
  /** By webhook endpoint: those at one host share an entry. */
  const known = new WeakMap<Sandbox, ReturnType<typeof createBoundedCache<SlowHost>>>();
  return {
    /** Records a slow attempt that ended at this time of the sandbox; true if the host is quarantined. */
    wasSlow: (sandbox: Sandbox, endpointId: string, host: string, at: number): boolean => {
      const endpoints = known.get(sandbox) ?? createBoundedCache<SlowHost>(REMEMBERED);
      known.set(sandbox, endpoints);
      const slow = [...endpoints.values()].find((each) => each.host === host) ?? { host, count: 0, since: at };
      if (!isQuarantined(slow)) Object.assign(slow, { count: slow.count + 1, since: at });
      endpoints.set(endpointId, slow);
      return isQuarantined(slow);
    },
    /** Records any other attempt: the host of the webhook endpoint leaves the quarantine. */
    wasQuick: (sandbox: Sandbox, endpointId: string): void => {
      const slow = known.get(sandbox)?.get(endpointId);
      if (slow === undefined) return;
      // Halved, not forgotten: a quick response now and then must not keep a slow receiver out of the quarantine.
      slow.count >>= 1;
      if (slow.count === 0) known.get(sandbox)?.delete(endpointId);
    },
    /** The quarantine of a webhook endpoint's host, if it is quarantined. */
    quarantineOf: (sandbox: Sandbox, endpointId: string): Pick<SlowHost, 'host' | 'since'> | undefined => {
      const slow = known.get(sandbox)?.get(endpointId);
      return slow !== undefined && isQuarantined(slow) ? { host: slow.host, since: slow.since } : undefined;
    },
  };
};
