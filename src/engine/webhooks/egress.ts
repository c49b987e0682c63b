import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createBoundedCache } from '../../kernel/caches.ts';
import { ConfigError } from '../../kernel/user-errors.ts';

/**
 * Class of an IP address. `special` is everything that is not a public unicast address: private, link-local,
 * carrier-grade NAT, documentation, multicast, tunnels that hide another address (NAT64, 6to4, Teredo), reserved.
 */
type AddressKind = 'public' | 'loopback' | 'metadata' | 'special';

type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const ranges = (...texts: readonly string[]): readonly AddressRange[] => texts.map((text) => ipaddr.parseCIDR(text));

/**
 * Cloud metadata services, which expose secrets; some of these addresses pass for public. Always blocked, whatever the
 * allow list says.
 */
const METADATA = ranges(
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fe80::a9fe:a9fe/128',
);

/** Special ranges that the library classifies as unicast, or might in the future. */
const SPECIAL_IPV4 = ranges(
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
);

/**
 * Only space allocated for public use counts as public, which excludes every tunnel and every block allocated in
 * future.
 */
const GIVEN_OUT_IPV6 = ranges('2000::/3');
const SPECIAL_IPV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, all: readonly AddressRange[]): boolean =>
  all.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));

/**
 * Normalizes an address: an IPv4-mapped IPv6 address becomes an IPv4 address. Undefined for anything else, including
 * the short and octal forms that only some parsers accept.
 */
const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (isIP(text) === 0) return undefined;
  const [address = ''] = text.split('%');
  // The library wrongly treats `::1.2.3.4` as a mapped address, unless it is written without dots.
  return ipaddr.process(/:.*\./.test(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);
};

/** Each attempt asks three times, and most go to the same few addresses. */
const ADDRESSES = 1000;

const kinds = createBoundedCache<AddressKind>(ADDRESSES);

export const kindOfAddress = (text: string): AddressKind => {
  const known = kinds.get(text) ?? findKind(text);
  kinds.set(text, known);
  return known;
};

const findKind = (text: string): AddressKind => {
  const address = parseAddress(text);
  if (address === undefined) return 'special';
  if (isWithin(address, METADATA)) return 'metadata';
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  const isPublic =
    address.kind() === 'ipv4'
      ? range === 'unicast' && !isWithin(address, SPECIAL_IPV4)
      : isWithin(address, GIVEN_OUT_IPV6) && !isWithin(address, SPECIAL_IPV6);
  return isPublic ? 'public' : 'special';
};

/**
 * What an operator allows beyond the rules. A host, with or without a port, may be reached by http and https whatever
 * its name resolves to; an address range allows every name that resolves into it.
 */
type AllowEntry =
  | { readonly kind: 'host'; readonly host: string; readonly port: number | undefined }
  | { readonly kind: 'range'; readonly range: AddressRange };

const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}|\*))?$/i;

/** Format: `receiver:8080, host.docker.internal, [::1]:9000, 10.0.0.0/8`. */
export const parseAllowList = (text: string): readonly AllowEntry[] =>
  text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry);

/** The entry that would allow the target of a URL. */
export const entryFor = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
};

const parseEntry = (text: string): AllowEntry => {
  if (text.includes('/')) {
    if (!ipaddr.isValidCIDR(text)) throw new ConfigError(`"${text}" is no range of addresses such as 10.0.0.0/8`);
    return { kind: 'range', range: ipaddr.parseCIDR(text) };
  }
  const [, literal, name, port = '*'] = HOST.exec(text) ?? [];
  const host = literal ?? name;
  if (host === undefined || (literal !== undefined && parseAddress(literal) === undefined) || Number(port) > 65_535)
    throw new ConfigError(
      `"${text}" is neither a host, with or without a port (receiver:8080, [::1]:9000), nor a range (10.0.0.0/8)`,
    );
  return { kind: 'host', host: host.toLowerCase(), port: port === '*' ? undefined : Number(port) };
};

export const allowsHost = (entries: readonly AllowEntry[], host: string, port: number): boolean =>
  entries.some(
    (entry) =>
      entry.kind === 'host' && isSameHost(entry.host, host) && (entry.port === undefined || entry.port === port),
  );

/** Addresses are compared by value: they can be written in many ways. */
const isSameHost = (a: string, b: string): boolean =>
  a === b || (parseAddress(a)?.toString() ?? '') === parseAddress(b)?.toString();

const allowsAddress = (entries: readonly AllowEntry[], address: string): boolean => {
  const parsed = parseAddress(address);
  return parsed !== undefined && entries.some((entry) => entry.kind === 'range' && isWithin(parsed, [entry.range]));
};

/**
 * Where deliveries may be sent. `local`: this machine and public addresses, for a server on a developer's machine.
 * `public-only`: public addresses by https on ports 443 and 8443, for a server open to strangers. In both modes, the
 * operator's allow list is added and cloud metadata addresses are always blocked.
 */
export type EgressMode = 'local' | 'public-only';

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
export type EgressGuard = ReturnType<typeof createEgressGuard>;

const LONGEST = 2048;
const PUBLIC_PORTS: readonly number[] = [443, 8443];

/** Host names and suffixes of private or local networks. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|invalid)$/;

const refuse = (refused: string): Refusal => ({ refused });

const HINT = 'the operator can allow a host with --webhook-allow';

const NOT_PUBLIC = `must resolve to public addresses only (${HINT})`;

export const createEgressGuard = ({
  mode,
  allowed,
}: {
  readonly mode: EgressMode;
  readonly allowed: readonly AllowEntry[];
}) => {
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
    if (mode === 'local' && kind === 'loopback') return undefined;
    if (kind !== 'metadata' && (target.isAllowed || allowsAddress(allowed, address))) return undefined;
    // Do not disclose what a name resolves to inside our network.
    if (mode === 'public-only') return refuse(NOT_PUBLIC);
    const where = target.isAddress ? address : `${target.host} (${address})`;
    return refuse(`must resolve to this machine or to public addresses, but ${where} does not (${HINT})`);
  };

  return {
    /** Checks the URL alone, at registration and before every attempt. */
    readTarget: (text: string): Target | Refusal => {
      const target = parseTarget(text, allowed);
      if ('refused' in target) return target;
      const refusal = mode === 'public-only' && !target.isAllowed ? checkPublic(target) : undefined;
      return refusal ?? (target.isAddress ? checkAddress(target, target.host) : undefined) ?? target;
    },
    /** Checks the addresses that the host name currently resolves to: all of them must be allowed. */
    checkAddresses: (target: Target, addresses: readonly string[]): Refusal | undefined => {
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
  if (text.length > LONGEST) return refuse(`must not be longer than ${LONGEST} characters`);
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
