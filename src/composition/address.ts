import { networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../edges/admin/access/this-machine.ts';
import { bracketed } from '../edges/http/host-guard.ts';

/** URL path of the control API. */
export const ADMIN_PATH = '/__admin';

/** Address of this server, as its clients see it. `origin` overrides everything else, for a server that replaces another one. */
export const createAddress = (
  { host: ownHost, port: wanted, publicUrl, mode }: Pick<Config, 'host' | 'port' | 'publicUrl' | 'mode'>,
  origin: string | undefined,
) => {
  let port = wanted;
  const fixed = origin ?? publicUrl;
  const url = (): string => fixed ?? `http://${hostInUrl(ownHost)}:${port}`;
  const ownNames = [...new Set(['127.0.0.1', 'localhost', '[::1]', bracketed(ownHost)])];
  /** Reachable from other machines, the server may run in a container with a different published port. */
  const hasOtherPorts = publicUrl === undefined && !isLoopback(ownHost);
  const rootOf = (text: string): string | undefined => {
    const spellings = [url(), ...ownNames.flatMap((name) => rootsAt(name, port))];
    const spelt = spellings.find((root) => text.startsWith(`${root}/`));
    return spelt ?? (hasOtherPorts ? LOOPBACK_ROOT.exec(text)?.[1] : undefined);
  };
  return {
    /** Without a trailing slash. */
    url,
    /** The path of the public URL; empty if it has none. */
    publicPath: fixed === undefined ? '' : new URL(fixed).pathname.replace(/\/+$/, ''),
    /** The root of a URL that points to this server, by any of its names; undefined for any other URL. */
    rootOf,
    /**
     * The same for one request: the origin by which the client addressed the server (its Host header), with the path at
     * which it is mounted in another application. Strangers could put any host into the links that others follow.
     */
    toOrigin: (host: string | undefined, below = ''): string =>
      publicUrl ?? (mode === 'local' && host !== undefined && HOST.test(host) ? `http://${host}${below}` : url()),
    /** Sets the port once the server listens: port 0 selects a free one. */
    listensOn: (actual: number): void => {
      port = actual;
    },
  };
};

/** Characters of a Host header that are allowed in links. */
const HOST = /^[\w.:[\]-]+$/;

const LOOPBACK_ROOT = /^(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?)\//;

/** Port 80 can be omitted. */
const rootsAt = (name: string, port: number): string[] => [
  `http://${name}:${port}`,
  ...(port === 80 ? [`http://${name}`] : []),
];

/** An address that listens on all interfaces is reached as localhost locally. */
const hostInUrl = (host: string): string => (isAny(host) ? 'localhost' : bracketed(host));

/** Where other servers of the database reach this one: as the operator says, or at the address that it listens on. */
export const internalUrlOf = ({ internalUrl, host }: Pick<Config, 'internalUrl' | 'host'>, port: number): string =>
  internalUrl ?? `http://${bracketed(isAny(host) ? ownAddress() : host)}:${port}`;

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The first that other machines may reach. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')?.address ?? '127.0.0.1';
