/** Why a listener cannot listen, and what a user can do about it; undefined for another error. */
export const explainListening = (
  error: unknown,
  { host, port, purpose }: { readonly host: string; readonly port: number; readonly purpose?: 'metrics' },
): string | undefined => {
  const flag = purpose === undefined ? '--' : `--${purpose}-`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `port ${String(port)} on ${host}${purpose === undefined ? '' : `, for ${purpose},`} is in use: stop the other program, or choose a port with ${flag}port (0 picks a free one)`;
    case 'EACCES':
      return `no permission to listen on port ${String(port)} of ${host}${purpose === undefined ? '' : ` for ${purpose}`}: choose a port above 1023 with ${flag}port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${flag}host ${host} is not an address of this machine`;
    default:
      return undefined;
  }
};
