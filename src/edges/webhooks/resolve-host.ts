import { Resolver, lookup } from 'node:dns/promises';
import { createSemaphore } from '../../engine/sandbox/semaphore.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';

/** Resolves all current addresses of a host. */
export type ResolveHost = (
  host: string,
  circumstances: {
    /** Name of the sandbox that asks. */
    readonly sandbox: string;
    /** Whether the system resolver of this machine may be asked. */
    readonly isTrusted: boolean;
    /** Cancels the lookup. */
    readonly signal: AbortSignal;
  },
) => Promise<readonly string[]>;

/** Lookups under way: a sandbox alone has up to nine, since it may hold a tenth of those that are free. */
const LOOKUPS = 100;
const SHARE_OF_LOOKUPS = 1 / 10;

/** Lookups by the system at once, which hold threads that files need as well: two of four. */
const SYSTEM_LOOKUPS = 2;

/** Seconds after which a host is looked up again, whatever its name server says. */
const LONGEST = 30;

/** Maximum hosts whose addresses are kept. */
const HOSTS = 1000;

/** Its addresses are in a file of the system, so that no name server holds the thread. */
const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/;

/**
 * The hosts of strangers are asked of the name servers over sockets (c-ares), because `dns.lookup` holds one of four
 * threads until the last name server has timed out. Trusted hosts are looked up by the system, which knows local names as
 * well, such as `host.docker.internal`, and those in its hosts file or with a search domain.
 */
export const createHostResolver = ({
  clock,
  after,
  nameServers,
  systemLookup = lookUpBySystem,
}: {
  readonly clock: Clock;
  readonly after: After;
  /** Addresses of name servers, with ports; by default those of the system. */
  readonly nameServers?: readonly string[];
  readonly systemLookup?: (host: string) => Promise<readonly string[]>;
}): ResolveHost => {
  const lookups = createSemaphore(LOOKUPS, SHARE_OF_LOOKUPS);
  const systemLookups = createSemaphore(SYSTEM_LOOKUPS, SYSTEM_LOOKUPS);
  /** The egress guard checks them at every use, as if they were fresh. */
  const cache = createBoundedCache<{ readonly addresses: readonly string[]; readonly until: number }>(HOSTS);

  const cached = (host: string): readonly string[] | undefined => {
    const found = cache.get(host);
    return found !== undefined && clock.elapsed() < found.until ? found.addresses : undefined;
  };

  return async (host, { sandbox, isTrusted, signal }) => {
    if (isTrusted && LOOPBACK_NAME.test(host)) return systemLookup(host);
    if (isTrusted) return within(systemLookups, sandbox, signal, () => systemLookup(host));
    return (
      cached(host) ??
      within(lookups, sandbox, signal, async () => {
        const known = cached(host);
        if (known !== undefined) return known;
        const { addresses, ttl } = await askNameServers(host, { after, signal, nameServers });
        cache.set(host, { addresses, until: clock.elapsed() + Math.min(ttl, LONGEST) * 1000 });
        return addresses;
      })
    );
  };
};

const within = async <T>(
  semaphore: ReturnType<typeof createSemaphore>,
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

/** Each name server is asked again after one and two seconds; the signal comes first. */
const PATIENCE = { timeout: 1000, tries: 3 };

/** Milliseconds that addresses of one family wait for those of the other. */
const OTHER_FAMILY = 250;

/** Asks for both kinds of addresses at once. The signal cancels the questions and closes their sockets. */
const askNameServers = async (
  host: string,
  {
    after,
    signal,
    nameServers,
  }: { readonly after: After; readonly signal: AbortSignal; readonly nameServers: readonly string[] | undefined },
): Promise<{
  readonly addresses: readonly string[];
  /** Seconds. */
  readonly ttl: number;
}> => {
  // One resolver for each lookup, since a cancellation ends all lookups of a resolver.
  const resolver = new Resolver(PATIENCE);
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const cancel = (): void => {
    resolver.cancel();
  };
  const families = [resolver.resolve4(host, { ttl: true }), resolver.resolve6(host, { ttl: true })];
  const ignore = whenAborted(signal, cancel);
  let timer: Timer | undefined;
  const waitBriefly = (): void => {
    timer ??= after(OTHER_FAMILY, cancel);
  };
  try {
    for (const family of families) family.then(waitBriefly, () => undefined);
    const [ipv4, ipv6] = await Promise.allSettled(families);
    const records = [ipv4, ipv6].flatMap((answer) => (answer?.status === 'fulfilled' ? answer.value : []));
    if (records.length === 0 && ipv4?.status === 'rejected') throw ipv4.reason;
    return {
      addresses: records.map(({ address }) => address),
      ttl: Math.min(...records.map(({ ttl }) => ttl)),
    };
  } finally {
    timer?.cancel();
    ignore();
  }
};
