import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import type { Failure } from '../../engine/webhooks/delivery.ts';
import type { EgressGuard, Target } from '../../engine/webhooks/egress.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import type { ResolveHost } from './resolve-host.ts';

/** Why an attempt got no response. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly failure: Failure;

  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/**
 * Connects to the host of a URL, safe from DNS rebinding: resolves the name once, checks every address, connects only
 * to these addresses, and checks the connected one again. (Node's block list would not suffice: TLS ignores it, and a
 * lookup function is not called for IP addresses in the URL.)
 */
export const openConnection = async (
  target: Target,
  {
    guard,
    signal,
    ...means
  }: Resolving & {
    readonly guard: EgressGuard;
  },
): Promise<Socket> => {
  const check = (addresses: readonly string[]): void => {
    const refusal = guard.checkAddresses(target, addresses);
    if (refusal !== undefined) throw new AttemptError('refused', `the URL ${refusal.refused}`);
  };
  const addresses = target.isAddress ? [target.host] : await resolveInTime(target, { signal, ...means });
  check(addresses);
  const { host, port, url } = target;
  const options = { host, port, lookup: answerWith(addresses), ...FALLING_BACK };
  const socket = await connected(connect(options), 'connect', signal, 'connect_failed');
  try {
    check(socket.remoteAddress === undefined ? [] : [socket.remoteAddress]);
    if (url.protocol === 'http:') return socket;
    const servername = target.isAddress ? {} : { servername: host };
    // Loaded with the first https URL: it takes a twentieth of the server's start.
    const { connect: connectTls } = process.getBuiltinModule('node:tls');
    const secure = connectTls({ socket, host, ...servername, ALPNProtocols: ['http/1.1'] });
    return await connected(secure, 'secureConnect', signal, 'tls_failed');
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/** The next address of the same host is tried too after these milliseconds. */
const FALLING_BACK = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250 };

interface Resolving {
  readonly resolve: ResolveHost;
  /** Name of the sandbox that sends. */
  readonly sandbox: string;
  /** Whether the tenants are strangers. */
  readonly isHosted: boolean;
  /** Whether errors may tell what a name resolves to. */
  readonly tellsAll: boolean;
  readonly signal: AbortSignal;
}

const resolveInTime = async (
  { host, isAllowed }: Target,
  { resolve, sandbox, isHosted, tellsAll, signal }: Resolving,
): Promise<readonly string[]> => {
  try {
    return await inTime(signal, resolve(host, { sandbox, isTrusted: !isHosted || isAllowed, signal }));
  } catch (error) {
    if (error instanceof AttemptError) throw error;
    const code = codeOf(error);
    if (code === 'ETIMEOUT') throw new AttemptError('timeout', 'no answer from a name server in time');
    if (tellsAll) throw new AttemptError('connect_failed', `${host} does not resolve (${code})`);
    // As a name that leads into our network: otherwise, a stranger could find out which names it has.
    return [];
  }
};

/** A lookup function that returns the addresses resolved before. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all === true) callback(null, answers);
    else callback(null, answers[0]?.address ?? '', answers[0]?.family);
  };

const connected = async <S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  failure: 'connect_failed' | 'tls_failed',
): Promise<S> => {
  const connecting = new Promise<void>((resolve, reject) => {
    // The error listener stays: an unhandled error event ends the process.
    socket.on('error', (error: unknown) => {
      reject(new AttemptError(failure, codeOf(error)));
    });
    const closed = (): void => {
      reject(new AttemptError(failure, 'the connection was closed'));
    };
    socket.once('close', closed).once(event, () => {
      // An error costs its stack, also where nobody waits for it.
      socket.off('close', closed);
      resolve();
    });
  });
  try {
    await inTime(signal, connecting);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/** Waits no longer than until the signal. */
const inTime = <T>(signal: AbortSignal, waiting: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const ignore = whenAborted(signal, () => {
      reject(new AttemptError('timeout', 'no connection in time'));
    });
    void waiting.then(resolve, reject).finally(ignore);
  });

/** The code, such as `ECONNREFUSED`, instead of a sentence; several addresses fail with an aggregate error. */
export const codeOf = (error: unknown): string => {
  const { code, errors, message } = error as NodeJS.ErrnoException & { readonly errors?: readonly unknown[] };
  return code ?? (errors?.[0] === undefined ? message : codeOf(errors[0]));
};
