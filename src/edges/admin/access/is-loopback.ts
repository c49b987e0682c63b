const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether a server that listens on this address is reachable only from its own machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/**
 * Whether only programs on this machine should reach the server. A server on loopback may still be behind a proxy,
 * which its public URL shows.
 */
export const isPrivate = ({ host, publicUrl }: { readonly host: string; readonly publicUrl: string | undefined }) =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
