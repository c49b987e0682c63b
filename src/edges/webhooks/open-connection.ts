import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import type { Failure } from '../../engine/webhooks/delivery.ts';
import type { EgressGuard, Target } from '../../engine/webhooks/egress.ts';
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

/** Milliseconds after which the next address of the same host is tried too. */
const NEXT_ADDRESS = 250;

interface ConnectionMeans {
  readonly guard: EgressGuard;
  readonly resolve: ResolveHost;
  /** Name of the sandbox that sends. */
  readonly sandbox: string;
  /** Whether the tenants are strangers. */
  readonly isHosted: boolean;
  /** Whether errors may tell what a name resolves to. */
  readonly tellsAll: boolean;
  readonly signal: AbortSignal;
}

/**
 * Connects to the host of a URL, safe from DNS rebinding: resolves the name once, checks every address, connects only
 * to these addresses, and checks the connected one again. (Node's block list would not suffice: TLS ignores it, and a
 * lookup function is not called for IP addresses in the URL.)
 */
export const openConnection = async (target: Target, means: ConnectionMeans): Promise<Socket> => {
  const { guard, signal } = means;
  const addresses = target.isAddress ? [target.host] : await resolveWithin(target, means);
  check(guard, target, addresses);
  const socket = await connected(
    connect({ host: target.host, port: target.port, lookup: answerWith(addresses), ...fallingBack }),
    'connect',
    signal,
    'connect_failed',
  );
  try {
    check(guard, target, socket.remoteAddress === undefined ? [] : [socket.remoteAddress]);
    if (target.url.protocol === 'http:') return socket;
    const servername = target.isAddress ? {} : { servername: target.host };
    // Loaded with the first https URL: it takes a twentieth of the server's start.
    const { connect: connectTls } = process.getBuiltinModule('node:tls');
    const secure = connectTls({ socket, host: target.host, ...servername, ALPNProtocols: ['http/1.1'] });
    return await connected(secure, 'secureConnect', signal, 'tls_failed');
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

const fallingBack = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS };

const check = (guard: EgressGuard, target: Target, addresses: readonly string[]): void => {
  const refusal = guard.checkAddresses(target, addresses);
  if (refusal !== undefined) throw new AttemptError('refused', `the URL ${refusal.refused}`);
};

const resolveWithin = (target: Target, means: ConnectionMeans): Promise<readonly string[]> =>
  untilAborted(means.signal, (done, fail) => {
    const { host, isAllowed } = target;
    const { sandbox, isHosted, tellsAll, signal } = means;
    means.resolve(host, { sandbox, isTrusted: !isHosted || isAllowed, signal }).then(done, (error: unknown) => {
      const code = codeOf(error);
      if (code === 'ETIMEOUT') fail(new AttemptError('timeout', 'no answer from a name server in time'));
      else if (tellsAll) fail(new AttemptError('connect_failed', `${host} does not resolve (${code})`));
      // As a name that leads into our network: otherwise, a stranger could find out which names it has.
      else done([]);
    });
    return () => undefined;
  });

/** A lookup function that returns the addresses resolved before. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all === true) callback(null, answers);
    else callback(null, answers[0]?.address ?? '', answers[0]?.family);
  };

const connected = <S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  failure: 'connect_failed' | 'tls_failed',
): Promise<S> =>
  untilAborted(signal, (done, fail) => {
    const onError = (error: unknown): void => {
      socket.destroy();
      fail(new AttemptError(failure, codeOf(error)));
    };
    const onClose = (): void => {
      fail(new AttemptError(failure, 'the connection was closed'));
    };
    // The error listener stays: an unhandled error event ends the process.
    socket.on('error', onError).once('close', onClose);
    socket.once(event, () => {
      socket.off('close', onClose);
      done(socket);
    });
    return () => socket.destroy();
  });

/** Waits with a timeout; `begin` returns a function that cancels. */
const untilAborted = <T>(
  signal: AbortSignal,
  begin: (done: (value: T) => void, fail: (error: Error) => void) => () => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = begin(settle(resolve), settle(reject));
    const onAbort = (): void => {
      stop();
      reject(new AttemptError('timeout', 'no connection in time'));
    };
    function settle<V>(settled: (value: V) => void): (value: V) => void {
      return (value) => {
        signal.removeEventListener('abort', onAbort);
        settled(value);
      };
    }
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });

/** The code, such as `ECONNREFUSED`, instead of a sentence; several addresses fail with an aggregate error. */
export const codeOf = (error: unknown): string => {
  const { code, errors, message } = error as NodeJS.ErrnoException & { readonly errors?: readonly unknown[] };
  return code ?? (errors?.[0] === undefined ? message : codeOf(errors[0]));
};
