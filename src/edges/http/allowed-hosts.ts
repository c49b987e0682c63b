import { hostNameOf, isAddress, isLoopbackName } from './host-name.ts';

/** An invalid entry; the message describes the expected form. */
export class AllowedHostsError extends Error {
  override readonly name = 'AllowedHostsError';
}

/** `vatmock, host.docker.internal`: names without ports. */
export const parseAllowedHosts = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map(readName),
  );

const readName = (text: string): string => {
  const name = hostNameOf(text);
  if (name !== undefined && !/[^\]]:\d+$|\]:\d+$/.test(text)) return name;
  throw new AllowedHostsError(
    `"${text}" is no host name: write names without scheme and port, as in vatmock,host.docker.internal`,
  );
};

interface OwnHostsParts {
  /** Address that the server listens on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly allowedHosts: string | undefined;
}

/** Recognizes the Host headers of a local server's own clients. */
export interface OwnHosts {
  /** Loopback, the public URL, and the names of the setting. */
  readonly isNamed: (host: string) => boolean;
  /** The same, and the server's addresses. */
  readonly isOwn: (host: string) => boolean;
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '']);

/**
 * A page of another site can let its name resolve to loopback (DNS rebinding): its requests are then of the same origin
 * to the browser, and only the Host header tells that they are not meant for this server.
 */
export const createOwnHosts = ({ host, publicUrl, allowedHosts = '' }: OwnHostsParts): OwnHosts => {
  const names = new Set(parseAllowedHosts(allowedHosts));
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname);
  const ownName = hostNameOf(host.includes(':') ? `[${host}]` : host);
  // In a container, the server does not know the addresses by which its machine is reached.
  const takesAddresses = !isLoopbackName(ownName ?? '');
  const isKnown = (name: string): boolean => isLoopbackName(name) || names.has(name);
  return {
    isNamed: (text) => {
      const name = hostNameOf(text);
      return name !== undefined && isKnown(name);
    },
    isOwn: (text) => {
      const name = hostNameOf(text);
      if (name === undefined) return false;
      return isKnown(name) || (takesAddresses && isAddress(name)) || (name === ownName && !EVERY_ADDRESS.has(host));
    },
  };
};
