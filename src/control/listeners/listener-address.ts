/**
 * The URL of a webhook endpoint that `vatmock listen` has registered. It leads nowhere: the egress guard refuses every
 * scheme but http and https, so that it cannot be registered by POST /webhooks, and no sender but ours takes it.
 */
const SCHEME = 'vatmock-listen:';

export const toListenerUrl = (name: string): string => SCHEME + name;

/** The name in such a URL; undefined for any other. */
export const listenerIn = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
