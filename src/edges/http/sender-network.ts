import type { ApiRequest } from '../../kernel/http.ts';
import { toNetwork } from './to-network.ts';

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
