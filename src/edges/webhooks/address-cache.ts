import type { Clock } from '../../kernel/clock.ts';

/** Addresses of hosts, kept for a short time. The egress guard checks them at every use, as if they were fresh. */
interface AddressCache {
  readonly get: (host: string) => readonly string[] | undefined;
  /** `ttl` in seconds, as the name server says. */
  readonly put: (host: string, addresses: readonly string[], ttl: number) => void;
}

/** Seconds after which a host is looked up again, whatever its name server says. */
const LONGEST = 30;

/** Maximum hosts; the oldest one makes room. */
const HOSTS = 1000;

export const createAddressCache = (clock: Pick<Clock, 'elapsed'>): AddressCache => {
  const kept = new Map<string, { readonly addresses: readonly string[]; readonly until: number }>();
  return {
    get: (host) => {
      const found = kept.get(host);
      if (found === undefined || clock.elapsed() < found.until) return found?.addresses;
      kept.delete(host);
      return undefined;
    },
    put: (host, addresses, ttl) => {
      kept.delete(host);
      if (ttl <= 0) return;
      kept.set(host, { addresses, until: clock.elapsed() + Math.min(ttl, LONGEST) * 1000 });
      if (kept.size <= HOSTS) return;
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        return;
      }
    },
  };
};
