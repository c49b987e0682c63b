import type { Sandbox } from '../sandbox/sandbox.ts';

/** Receiver hosts that were slow several times in a row, by sandbox: each is sent one attempt at a time. */
export interface SlowReceivers {
  /** Records a slow attempt; true if the host is quarantined. */
  readonly wasSlow: (sandbox: Sandbox, endpointId: string, host: string) => boolean;
  /** Records any other attempt: the host of the webhook endpoint leaves the quarantine. */
  readonly wasQuick: (sandbox: Sandbox, endpointId: string) => void;
  /** The host of a webhook endpoint, if it is quarantined. */
  readonly slowHostOf: (sandbox: Sandbox, endpointId: string) => string | undefined;
}

/** After so many consecutive slow attempts a host is quarantined, until it responds in time. */
export const SLOW_UNTIL_QUARANTINE = 5;

/**
 * Milliseconds. A receiver that responds later is slow, whatever it responds: it holds its slots for nearly as long as
 * one that times out.
 */
export const SLOW_RESPONSE = 5000;

/** Maximum hosts and webhook endpoints remembered for a sandbox, since those of removed endpoints are kept. */
const REMEMBERED = 100;

interface Known {
  /** Slow attempts by host. */
  readonly counts: Map<string, number>;
  readonly hosts: Map<string, string>;
}

/** Kept in memory: after a restart, a host has to be slow again. */
export const createSlowReceivers = (): SlowReceivers => {
  const known = new WeakMap<Sandbox, Known>();

  const knownIn = (sandbox: Sandbox): Known => {
    const found = known.get(sandbox) ?? { counts: new Map<string, number>(), hosts: new Map<string, string>() };
    known.set(sandbox, found);
    return found;
  };

  return {
    wasSlow: (sandbox, endpointId, host) => {
      const { counts, hosts } = knownIn(sandbox);
      const count = Math.min((counts.get(host) ?? 0) + 1, SLOW_UNTIL_QUARANTINE);
      keep(counts, host, count);
      keep(hosts, endpointId, host);
      return count === SLOW_UNTIL_QUARANTINE;
    },
    wasQuick: (sandbox, endpointId) => {
      const found = known.get(sandbox);
      const host = found?.hosts.get(endpointId);
      if (found === undefined || host === undefined) return;
      // Halved, not forgotten: a quick response now and then must not keep a slow receiver out of the quarantine.
      const count = (found.counts.get(host) ?? 0) >> 1;
      if (count > 0) keep(found.counts, host, count);
      else {
        found.counts.delete(host);
        found.hosts.delete(endpointId);
      }
    },
    slowHostOf: (sandbox, endpointId) => {
      const found = known.get(sandbox);
      const host = found?.hosts.get(endpointId);
      return host !== undefined && found?.counts.get(host) === SLOW_UNTIL_QUARANTINE ? host : undefined;
    },
  };
};

/** Sets the entry as the newest one, and drops the oldest one of too many. */
const keep = <T>(entries: Map<string, T>, name: string, value: T): void => {
  entries.delete(name);
  entries.set(name, value);
  if (entries.size <= REMEMBERED) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
};
