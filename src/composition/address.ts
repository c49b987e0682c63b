import type { Config } from '../config/config.ts';

/** Where this server is, in the words of whoever reaches it. */
export interface Address {
  /** Without a slash at its end. */
  readonly url: () => string;
  /** The same for one request: as the client itself addressed the server, by its Host header. */
  readonly toOrigin: (host: string | undefined) => string;
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
  return {
    url,
    toOrigin: (host) => publicUrl ?? (host !== undefined && HOST.test(host) ? `http://${host}` : url()),
    listensOn: (actual) => {
      port = actual;
    },
  };
};

/** What a header may bring into our links. */
const HOST = /^[\w.:[\]-]+$/;

/** An address that listens on everything is reached as localhost from here; IPv6 wants brackets. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
