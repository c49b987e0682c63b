import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Class of an IP address. `special` is everything that is not a public unicast address: private, link-local,
 * carrier-grade NAT, documentation, multicast, tunnels that hide another address (NAT64, 6to4, Teredo), reserved.
 */
type AddressKind = 'public' | 'loopback' | 'metadata' | 'special';

export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

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

export const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, all: readonly AddressRange[]): boolean =>
  all.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));

/**
 * Normalizes an address: an IPv4-mapped IPv6 address becomes an IPv4 address. Undefined for anything else, including
 * the short and octal forms that only some parsers accept.
 */
export const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (isIP(text) === 0) return undefined;
  const [address = ''] = text.split('%');
  // The library wrongly treats `::1.2.3.4` as a mapped address, unless it is written without dots.
  return ipaddr.process(/:.*\./.test(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);
};

export const kindOfAddress = (text: string): AddressKind => {
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
