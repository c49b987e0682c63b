import type { Sandbox } from '../sandbox/sandbox.ts';

/** Receiver hosts that have timed out several times in a row, by sandbox: each is sent one attempt at a time. */
export interface SlowReceivers {
  /** Records a time-out; true if the host is slow. */
  readonly timedOut: (sandbox: Sandbox, endpointId: string, host: string) => boolean;
  /** Records an attempt with any other result: the host of the webhook endpoint is no longer slow. */
  readonly responded: (sandbox: Sandbox, endpointId: string) => void;
  /** The host of a webhook endpoint, if it is slow. */
  readonly slowHostOf: (sandbox: Sandbox, endpointId: string) => string | undefined;
}

/** After so many consecutive time-outs a host is slow, until it responds again. */
export const TIMEOUTS_UNTIL_SLOW = 5;

/** Maximum hosts and webhook endpoints remembered for a sandbox, since those of removed endpoints are kept. */
const REMEMBERED = 100;

interface Known {
  readonly timeouts: Map<string, number>;
  readonly hosts: Map<string, string>;
}

/** Kept in memory: after a restart, a host has to time out again. */
export const createSlowReceivers = (): SlowReceivers => {
  const known = new WeakMap<Sandbox, Known>();

  const knownIn = (sandbox: Sandbox): Known => {
    const found = known.get(sandbox) ?? { timeouts: new Map<string, number>(), hosts: new Map<string, string>() };
    known.set(sandbox, found);
    return found;
  };

  return {
    timedOut: (sandbox, endpointId, host) => {
      const { timeouts, hosts } = knownIn(sandbox);
      const count = (timeouts.get(host) ?? 0) + 1;
      keep(timeouts, host, count);
      keep(hosts, endpointId, host);
      return count >= TIMEOUTS_UNTIL_SLOW;
    },
    responded: (sandbox, endpointId) => {
      const found = known.get(sandbox);
      const host = found?.hosts.get(endpointId);
      if (host === undefined) return;
      found?.hosts.delete(endpointId);
      found?.timeouts.delete(host);
    },
    slowHostOf: (sandbox, endpointId) => {
      const found = known.get(sandbox);
      const host = found?.hosts.get(endpointId);
      return host !== undefined && (found?.timeouts.get(host) ?? 0) >= TIMEOUTS_UNTIL_SLOW ? host : undefined;
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
