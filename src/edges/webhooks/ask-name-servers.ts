import { Resolver } from 'node:dns/promises';
import type { After } from '../../kernel/timers.ts';

export interface Answer {
  readonly addresses: readonly string[];
  /** Seconds. */
  readonly ttl: number;
}

export interface Asking {
  readonly after: After;
  readonly signal: AbortSignal;
  /** By default those of the system. */
  readonly nameServers?: readonly string[] | undefined;
}

/** Each name server is asked again after one and two seconds; the signal comes first. */
const PATIENCE = { timeout: 1000, tries: 3 };

/** Milliseconds that addresses of one family wait for those of the other. */
const OTHER_FAMILY = 250;

/** Asks for both kinds of addresses at once. The signal cancels the questions and closes their sockets. */
export const askNameServers = async (host: string, { after, signal, nameServers }: Asking): Promise<Answer> => {
  // One resolver for each lookup, since a cancellation ends all lookups of a resolver.
  const resolver = new Resolver(PATIENCE);
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const cancel = (): void => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  const families = [resolver.resolve4(host, { ttl: true }), resolver.resolve6(host, { ttl: true })];
  let timer: ReturnType<After> | undefined;
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
    signal.removeEventListener('abort', cancel);
  }
};
