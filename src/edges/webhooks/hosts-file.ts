import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';

/** The addresses of each name in lower case. */
export type HostsFile = ReadonlyMap<string, readonly string[]>;

/** Milliseconds after which the file is read again. */
const FRESH = 5000;

const FILE = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

let latest: { readonly until: number; readonly hosts: Promise<HostsFile> } | undefined;

/** The hosts file of this machine; without one, no names. */
export const readHostsFile = (clock: Pick<Clock, 'elapsed'>): Promise<HostsFile> => {
  if (latest === undefined || clock.elapsed() >= latest.until)
    latest = { until: clock.elapsed() + FRESH, hosts: readFile(FILE, 'utf8').then(parseHostsFile, () => new Map()) };
  return latest.hosts;
};

export const parseHostsFile = (text: string): HostsFile => {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const lower = name.toLowerCase();
      hosts.set(lower, [...(hosts.get(lower) ?? []), address]);
    }
  }
  return hosts;
};
