/** Why a listener cannot listen, and what a user can do about it; undefined for another error. */
export const explainListening = (error: unknown, purpose?: 'metrics'): string | undefined => {
  const {
    code,
    syscall,
    port,
    address,
    hostname: host = address,
  } = error as NodeJS.ErrnoException & {
    readonly port?: number;
    readonly address?: string;
    readonly hostname?: string;
  };
  const [flag, whose] = purpose === undefined ? ['--port', ''] : ['--metrics-port', ` for ${purpose}`];
  if (syscall === 'getaddrinfo' || (syscall === 'listen' && code === 'EADDRNOTAVAIL'))
    return `${purpose === undefined ? '--host' : flag} ${String(host)} is not an address of this machine`;
  if (syscall !== 'listen') return undefined;
  const where = `port ${String(port)}`;
  if (code === 'EADDRINUSE')
    return `${where} on ${String(host)}${whose && `,${whose},`} is in use: stop the other program, or choose a port with ${flag} (0 picks a free one)`;
  return code === 'EACCES'
    ? `no permission to listen on ${where} of ${String(host)}${whose}: choose a port above 1023 with ${flag}`
    : undefined;
};
