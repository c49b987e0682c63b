/** Whether a server that listens on this address can be reached from its own machine only. */
export const isLoopback = (host: string): boolean => host === '127.0.0.1' || host === 'localhost' || host === '::1';
