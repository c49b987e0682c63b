/**
 * URL of a webhook endpoint registered by `vatmock listen`. Not a network address: the egress guard refuses every
 * scheme but http and https, so POST /webhooks cannot register it, and only the listener interceptor accepts it.
 */
const SCHEME = 'vatmock-listen:';

export const toListenerUrl = (name: string): string => SCHEME + name;

/** The listener name in such a URL; undefined for any other URL. */
export const listenerIn = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
