import type { ApiRequest } from '../../kernel/http.ts';

export type SenderOf = (request: ApiRequest) => string | undefined;

/**
 * The network that a request comes from; undefined for one without a connection. Each trusted proxy adds the address
 * that it got the request from to the end of `X-Forwarded-For`: what stands before was written by the sender itself.
 */
export const createSenderOf =
  (trustedProxies: number): SenderOf =>
  (request) => {
    const { address } = request;
    if (address === undefined || trustedProxies === 0) return address && toNetwork(address);
    const forwarded = request.header('x-forwarded-for')?.split(',').at(-trustedProxies)?.trim() ?? '';
    return toNetwork(forwarded === '' ? address : forwarded);
  };

/**
 * The part of an address that stands for one client: an IPv6 client has a network of 2^64 addresses and can change its
 * address with every connection.
 */
export const toNetwork = (address = ''): string => {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length);
  const [before = '', after = ''] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = address.includes('::') ? [...head, ...zeros, ...tail] : head;
  return `${groups.slice(0, 4).join(':')}::/64`;
};
