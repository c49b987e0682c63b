import { lookup } from 'node:dns/promises';
import { type Semaphore, createSemaphore } from '../../engine/sandbox/semaphore.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';
import { createAddressCache } from './address-cache.ts';
import { askNameServers } from './ask-name-servers.ts';
import { readHostsFile } from './hosts-file.ts';

/** Resolves all current addresses of a host. */
export type ResolveHost = (host: string, circumstances: Circumstances) => Promise<readonly string[]>;

export interface Circumstances {
  /** Name of the sandbox that asks. */
  readonly sandbox: string;
  /** Whether this machine's own ways to find a host may be used too: its hosts file and its system resolver. */
  readonly isTrusted: boolean;
  /** Cancels the lookup. */
  readonly signal: AbortSignal;
}

export interface HostResolverParts {
  readonly clock: Clock;
  readonly after: After;
  /** Addresses of name servers, with ports; by default those of the system. */
  readonly nameServers?: readonly string[];
  readonly hostsFile?: () => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly systemLookup?: (host: string) => Promise<readonly string[]>;
}

/** Lookups under way: a sandbox alone has up to nine, since it may hold a tenth of those that are free. */
const LOOKUPS = 100;
const SHARE_OF_LOOKUPS = 1 / 10;

/** Lookups by the system, which hold threads that files need as well: two of four. */
const SYSTEM_LOOKUPS = 2;

/**
 * Asks the name servers over sockets (c-ares), because `dns.lookup` holds one of four threads until the last name server
 * has timed out. Only trusted hosts are looked up by the system as well: it knows local names such as `localhost`,
 * `host.docker.internal` and those with a search domain.
 */
export const createHostResolver = (parts: HostResolverParts): ResolveHost => {
  const { clock, after, nameServers, hostsFile = () => readHostsFile(clock), systemLookup = lookUpBySystem } = parts;
  const lookups = createSemaphore(LOOKUPS, SHARE_OF_LOOKUPS);
  const systemLookups = createSemaphore(SYSTEM_LOOKUPS, SYSTEM_LOOKUPS);
  const cache = createAddressCache(clock);

  const ask: ResolveHost = (host, { sandbox, signal }) =>
    within(lookups, sandbox, signal, async () => {
      const known = cache.get(host);
      if (known !== undefined) return known;
      const { addresses, ttl } = await askNameServers(host, { after, signal, nameServers });
      cache.put(host, addresses, ttl);
      return addresses;
    });

  return async (host, circumstances) => {
    const { sandbox, isTrusted, signal } = circumstances;
    if (!isTrusted) return cache.get(host) ?? ask(host, circumstances);
    const listed = (await hostsFile()).get(host.replace(/\.$/, ''));
    if (listed !== undefined) return listed;
    const bySystem = () => within(systemLookups, sandbox, signal, () => systemLookup(host));
    if (LOOPBACK_NAME.test(host)) return bySystem();
    try {
      return cache.get(host) ?? (await ask(host, circumstances));
    } catch {
      return bySystem();
    }
  };
};

const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/;

const within = async <T>(
  semaphore: Semaphore,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  await semaphore.acquire(owner);
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    semaphore.release(owner);
  }
};

const lookUpBySystem = async (host: string): Promise<readonly string[]> => {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};
