import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import type { EgressGuard, Target } from '../../engine/webhooks/egress/egress-guard.ts';
import { AttemptError } from './attempt-error.ts';
import type { ResolveHost } from './resolve-host.ts';

/** Milliseconds after which the next address of the same host is tried too. */
const NEXT_ADDRESS = 250;

/**
 * Connects to the host of a URL, safe from DNS rebinding: resolves the name once, checks every address, connects only
 * to these addresses, and checks the connected one again. (Node's block list would not suffice: TLS ignores it, and a
 * lookup function is not called for IP addresses in the URL.)
 */
export const openConnection = async (
  target: Target,
  {
    guard,
    resolve,
    signal,
  }: { readonly guard: EgressGuard; readonly resolve: ResolveHost; readonly signal: AbortSignal },
): Promise<Socket> => {
  const addresses = target.isAddress ? [target.host] : await resolveWithin(resolve, target.host, signal);
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

const resolveWithin = (resolve: ResolveHost, host: string, signal: AbortSignal): Promise<readonly string[]> =>
  untilAborted(signal, (done, fail) => {
    resolve(host).then(done, (error: unknown) => {
      fail(new AttemptError('connect_failed', `${host} does not resolve (${codeOf(error)})`));
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
