import { isIP } from 'node:net';
import { kindOfAddress } from './address.ts';
import { type AllowEntry, allowsAddress, allowsHost } from './allow-list.ts';

/**
 * Where deliveries may go. `local`: this machine and public addresses, for a server on one's own machine. `public-only`:
 * public addresses by https on ports 443 and 8443, for a server that strangers use. Both: what the operator allows, and
 * never an address where a cloud tells its secrets.
 */
export type EgressMode = 'local' | 'public-only';

export interface EgressPolicy {
  readonly mode: EgressMode;
  readonly allowed: readonly AllowEntry[];
}

/** A URL taken apart once; nothing looks at its text again. */
export interface Target {
  readonly url: URL;
  /** A name in lower case, or an address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** The operator allows this host by name. */
  readonly isAllowed: boolean;
}

/** Why not, to be read after the word `url`: "must ...". */
export interface Refusal {
  readonly refused: string;
}

/** Decides without asking anybody: names are resolved elsewhere. */
export interface EgressGuard {
  /** What can be said of the URL alone, at registration and before every attempt. */
  readonly readTarget: (url: string) => Target | Refusal;
  /** What can be said of the addresses that the target's name has now: all of them must be good. */
  readonly checkAddresses: (target: Target, addresses: readonly string[]) => Refusal | undefined;
}

const LONGEST = 2048;
const PUBLIC_PORTS: readonly number[] = [443, 8443];

/** Names that lead into networks of their own, wherever they are asked for. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid)$/;

const refuse = (refused: string): Refusal => ({ refused });

const HINT = 'the operator can allow a host with --webhook-allow';

export const createEgressGuard = ({ mode, allowed }: EgressPolicy): EgressGuard => {
  const checkPublic = ({ url, host, isAddress, port }: Target): Refusal | undefined => {
    if (url.protocol !== 'https:') return refuse(`must be https on this server (${HINT})`);
    if (!PUBLIC_PORTS.includes(port))
      return refuse(`must use port ${PUBLIC_PORTS.join(' or ')} on this server (${HINT})`);
    if (isAddress) return undefined;
    if (host.endsWith('.') || !host.includes('.') || INNER_NAMES.test(host))
      return refuse(`must have a public host name on this server (${HINT})`);
    return undefined;
  };

  const checkAddress = (target: Target, address: string): Refusal | undefined => {
    const kind = kindOfAddress(address);
    if (kind === 'public') return undefined;
    if (kind === 'metadata' && target.isAddress) return refuse('must not lead to where a cloud keeps its secrets');
    if (kind !== 'metadata' && (target.isAllowed || allowsAddress(allowed, address))) return undefined;
    if (mode === 'local' && kind === 'loopback') return undefined;
    // What a name leads to inside our network is nobody's business.
    if (mode === 'public-only') return refuse(`must resolve to public addresses only (${HINT})`);
    const where = target.isAddress ? address : `${target.host} (${address})`;
    return refuse(`must resolve to this machine or to public addresses, but ${where} does not (${HINT})`);
  };

  return {
    readTarget: (text) => {
      const target = parseTarget(text, allowed);
      if ('refused' in target) return target;
      const refusal = mode === 'public-only' && !target.isAllowed ? checkPublic(target) : undefined;
      return refusal ?? (target.isAddress ? checkAddress(target, target.host) : undefined) ?? target;
    },
    checkAddresses: (target, addresses) => {
      if (addresses.length === 0) return refuse('must have a host name that leads somewhere');
      for (const address of addresses) {
        const refusal = checkAddress(target, address);
        if (refusal !== undefined) return refusal;
      }
      return undefined;
    },
  };
};

const parseTarget = (text: string, allowed: readonly AllowEntry[]): Target | Refusal => {
  if (text.length > LONGEST) return refuse(`must not be longer than ${String(LONGEST)} characters`);
  // URL would drop or turn them, and another reader of the same text might not.
  if (/[\s\\\p{Cc}]/u.test(text)) return refuse('must not hold white space, backslashes or control characters');
  if (!URL.canParse(text)) return refuse('must be an absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('must be an http or https URL');
  if (url.username !== '' || url.password !== '') return refuse('must not hold a user name or password');
  if (url.hash !== '') return refuse('must not have a fragment');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (host === '' || port === 0) return refuse('must have a host and a port that can be reached');
  return { url, host, isAddress: isIP(host) !== 0, port, isAllowed: allowsHost(allowed, host, port) };
};
