import type { Sandbox } from '../sandbox/sandbox.ts';

/** Receiver hosts that were slow several times in a row, by sandbox: each is sent one attempt at a time. */
export interface SlowReceivers {
  /** Records a slow attempt that ended at this time of the sandbox; true if the host is quarantined. */
  readonly wasSlow: (sandbox: Sandbox, endpointId: string, host: string, at: number) => boolean;
  /** Records any other attempt: the host of the webhook endpoint leaves the quarantine. */
  readonly wasQuick: (sandbox: Sandbox, endpointId: string) => void;
  /** The quarantine of a webhook endpoint's host, if it is quarantined. */
  readonly quarantineOf: (sandbox: Sandbox, endpointId: string) => Quarantine | undefined;
}

export interface Quarantine {
  readonly host: string;
  /** On the sandbox clock. */
  readonly since: number;
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

interface SlowHost {
  /** Slow attempts. */
  readonly count: number;
  /** When the last of them ended, or the one that began the quarantine. */
  readonly at: number;
}

interface Known {
  readonly slow: Map<string, SlowHost>;
  readonly hosts: Map<string, string>;
}

/**
 * Kept in memory: after a restart, a host has to be slow again. Of several processes each finds out by itself, because a
 * quarantine protects the slots of a process; a receiver that has recovered leaves it sooner than by a shared one.
 */
export const createSlowReceivers = (): SlowReceivers => {
  const known = new WeakMap<Sandbox, Known>();

  const knownIn = (sandbox: Sandbox): Known => {
    const found = known.get(sandbox) ?? { slow: new Map<string, SlowHost>(), hosts: new Map<string, string>() };
    known.set(sandbox, found);
    return found;
  };

  return {
    wasSlow: (sandbox, endpointId, host, at) => {
      const { slow, hosts } = knownIn(sandbox);
      const before = slow.get(host);
      keep(
        slow,
        host,
        before !== undefined && isQuarantined(before) ? before : { count: (before?.count ?? 0) + 1, at },
      );
      keep(hosts, endpointId, host);
      return isQuarantined(slow.get(host));
    },
    wasQuick: (sandbox, endpointId) => {
      const found = known.get(sandbox);
      const host = found?.hosts.get(endpointId);
      if (found === undefined || host === undefined) return;
      // Halved, not forgotten: a quick response now and then must not keep a slow receiver out of the quarantine.
      const before = found.slow.get(host);
      const count = (before?.count ?? 0) >> 1;
      if (before !== undefined && count > 0) keep(found.slow, host, { ...before, count });
      else {
        found.slow.delete(host);
        found.hosts.delete(endpointId);
      }
    },
    quarantineOf: (sandbox, endpointId) => {
      const found = known.get(sandbox);
      const host = found?.hosts.get(endpointId);
      const slow = host === undefined ? undefined : found?.slow.get(host);
      return host !== undefined && slow !== undefined && isQuarantined(slow) ? { host, since: slow.at } : undefined;
    },
  };
};

const isQuarantined = (host: SlowHost | undefined): boolean => host?.count === SLOW_UNTIL_QUARANTINE;

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
