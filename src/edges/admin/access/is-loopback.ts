const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether a server that listens on this address can be reached from its own machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/**
 * Whether only programs on this machine are meant to reach the server. One that listens on loopback may still stand
 * behind a proxy: then its public URL says so.
 */
export const isPrivate = ({ host, publicUrl }: { readonly host: string; readonly publicUrl: string | undefined }) =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
