import { isIP } from 'node:net';
import { kindOfAddress } from './address.ts';
import { type AllowEntry, allowsAddress, allowsHost } from './allow-list.ts';

/**
 * Where deliveries may be sent. `local`: this machine and public addresses, for a server on a developer's machine.
 * `public-only`: public addresses by https on ports 443 and 8443, for a server open to strangers. In both modes, the
 * operator's allow list is added and cloud metadata addresses are always blocked.
 */
export type EgressMode = 'local' | 'public-only';

interface EgressPolicy {
  readonly mode: EgressMode;
  readonly allowed: readonly AllowEntry[];
}

/** A URL, parsed once; its text is never parsed again. */
export interface Target {
  readonly url: URL;
  /** A host name in lower case, or an IP address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** The operator's allow list has this host. */
  readonly isAllowed: boolean;
}

/** The reason, phrased to follow the word `url`: "must ...". */
interface Refusal {
  readonly refused: string;
}

/** Egress policy without I/O: names are resolved elsewhere. */
export interface EgressGuard {
  /** Checks the URL alone, at registration and before every attempt. */
  readonly readTarget: (url: string) => Target | Refusal;
  /** Checks the addresses that the host name currently resolves to: all of them must be allowed. */
  readonly checkAddresses: (target: Target, addresses: readonly string[]) => Refusal | undefined;
}

const LONGEST = 2048;
const PUBLIC_PORTS: readonly number[] = [443, 8443];

/** Host names and suffixes of private or local networks. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid)$/;

const refuse = (refused: string): Refusal => ({ refused });

const HINT = 'the operator can allow a host with --webhook-allow';

const NOT_PUBLIC = `must resolve to public addresses only (${HINT})`;

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
    // Do not disclose what a name resolves to inside our network.
    if (mode === 'public-only') return refuse(NOT_PUBLIC);
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
      if (addresses.length === 0)
        return refuse(mode === 'public-only' ? NOT_PUBLIC : 'must have a host name that leads somewhere');
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
  // `URL` would drop or convert these characters; another parser might not.
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
