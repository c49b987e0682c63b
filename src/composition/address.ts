import type { Config } from '../config/config.ts';
import { isLoopback } from '../edges/admin/access/is-loopback.ts';

/** Where this server is, in the words of whoever reaches it. */
export interface Address {
  /** Without a slash at its end. */
  readonly url: () => string;
  /**
   * The same for one request: as the client itself addressed the server, by its Host header, and with the path at which it
   * is mounted in another application.
   */
  readonly toOrigin: (host: string | undefined, below?: string) => string;
  /** What a URL of this very server begins with, in whichever way it names the server; undefined for any other URL. */
  readonly rootOf: (url: string) => string | undefined;
  /** Known once the server listens: port 0 means whichever is free. */
  readonly listensOn: (port: number) => void;
}

/** `origin` takes the place of everything else, for a server that stands in for another one. */
export const createAddress = (
  { host: ownHost, port: wanted, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  origin: string | undefined,
): Address => {
  let port = wanted;
  const url = (): string => origin ?? publicUrl ?? `http://${hostInUrl(ownHost)}:${String(port)}`;
  const ownNames = [...new Set(['127.0.0.1', 'localhost', '[::1]', bracketed(ownHost)])];
  /** Other machines reach it: then it may stand in a container, whose port has another number outside. */
  const hasOtherPorts = publicUrl === undefined && !isLoopback(ownHost);
  const rootOf = (text: string): string | undefined => {
    const spellings = [url(), ...ownNames.flatMap((name) => rootsAt(name, port))];
    const spelt = spellings.find((root) => text.startsWith(`${root}/`));
    return spelt ?? (hasOtherPorts ? LOOPBACK_ROOT.exec(text)?.[1] : undefined);
  };
  return {
    url,
    rootOf,
    toOrigin: (host, below = '') =>
      publicUrl ?? (host !== undefined && HOST.test(host) ? `http://${host}${below}` : url()),
    listensOn: (actual) => {
      port = actual;
    },
  };
};

/** What a header may bring into our links. */
const HOST = /^[\w.:[\]-]+$/;

const LOOPBACK_ROOT = /^(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?)\//;

/** Port 80 need not be written. */
const rootsAt = (name: string, port: number): string[] => [
  `http://${name}:${String(port)}`,
  ...(port === 80 ? [`http://${name}`] : []),
];

/** An address that listens on everything is reached as localhost from here; IPv6 wants brackets. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return bracketed(host);
};

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
