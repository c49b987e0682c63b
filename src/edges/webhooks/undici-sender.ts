import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type * as Undici from 'undici';
import type { AttemptOutcome } from '../../engine/webhooks/delivery.ts';
import type { EgressGuard, Target } from '../../engine/webhooks/egress.ts';
import type { Sender, Throttle, WebhookRequest } from '../../engine/webhooks/sender.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';
import { AttemptError, codeOf, openConnection } from './open-connection.ts';
import type { ResolveHost } from './resolve-host.ts';
import { requestBeginning } from './response-beginning.ts';

/** Of the "15 seconds (3 of them to connect)". Assumption: delivery-request. */
export const CONNECT_TIMEOUT = 3000;

/** Maximum characters of the response that are stored. */
const ANSWER_KEPT = 500;

/** One for all attempts, since an error costs its stack. */
const OVER = new Error('the attempt is over');

let undici: Promise<typeof Undici> | undefined;

/** Loaded with the first delivery: many servers never send one. In hosted mode with the start. */
export const loadUndici = (): Promise<typeof Undici> => (undici ??= import('undici'));

/**
 * Sends with undici's client, which neither follows redirects nor decompresses, over a separate connection per attempt.
 */
export const createSender = (parts: {
  readonly guard: EgressGuard;
  readonly resolve: ResolveHost;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly after: After;
  /** Milliseconds of real time until the end of the response. */
  readonly timeout: number;
  readonly userAgent: string;
  /** Whether responses and network errors are stored: on a hosted server they would disclose its network. */
  readonly tellsAll: boolean;
  /** Whether the tenants are strangers. */
  readonly isHosted: boolean;
}): Sender => {
  const { guard, clock, after, timeout, tellsAll } = parts;

  const attempt = async (post: WebhookRequest, deadline: AbortSignal): Promise<AttemptOutcome> => {
    const target = guard.readTarget(post.url);
    if ('refused' in target) throw new AttemptError('refused', `the URL ${target.refused}`);
    const socket = await connectInTime(target, post.delivery?.sandbox ?? '', deadline);
    try {
      return await exchange(target, post, socket, deadline);
    } finally {
      socket.destroy();
    }
  };

  const connectInTime = async (target: Target, sandbox: string, deadline: AbortSignal): Promise<Socket> => {
    const limit = new AbortController();
    const stop = (): void => {
      limit.abort();
    };
    const timer = after(Math.min(CONNECT_TIMEOUT, timeout), stop);
    deadline.addEventListener('abort', stop, { once: true });
    try {
      return await openConnection(target, { ...parts, sandbox, signal: limit.signal });
    } finally {
      timer.cancel();
      deadline.removeEventListener('abort', stop);
    }
  };

  const exchange = async (
    { url }: Target,
    { headers, body, pace }: WebhookRequest,
    socket: Socket,
    deadline: AbortSignal,
  ) => {
    const { Client } = await loadUndici();
    let unused: Socket | undefined = socket;
    const client = new Client(url.origin, {
      pipelining: 0,
      allowH2: false,
      connect: (_options, callback) => {
        const taken = unused;
        unused = undefined;
        // Deferred: the client cannot handle a response before its request is complete.
        queueMicrotask(() => {
          if (taken === undefined) callback(new AttemptError('answer_broken', 'the connection was closed'), null);
          else callback(null, taken);
        });
      },
    });
    const stop = (): void => {
      void client.destroy();
    };
    deadline.addEventListener('abort', stop, { once: true });
    try {
      const path = url.pathname + url.search;
      const all = { ...headers, 'user-agent': parts.userAgent };
      const paced =
        pace === undefined
          ? { headers: all, body }
          : {
              headers: { ...all, 'content-length': String(Buffer.byteLength(body)) },
              body: Readable.from(trickle(body, pace, { after, deadline })),
            };
      const { httpStatus, text } = await requestBeginning(client, socket, { method: 'POST', path, ...paced });
      return { httpStatus, ...(tellsAll ? { answer: text.slice(0, ANSWER_KEPT) } : {}) };
    } finally {
      deadline.removeEventListener('abort', stop);
      await client.destroy(OVER);
    }
  };

  return {
    hostOf: ({ url }) => {
      const target = guard.readTarget(url);
      return 'refused' in target ? undefined : target.url.host;
    },
    send: async (post, signal) => {
      // Loaded before the timeout of the attempt starts.
      await loadUndici();
      const deadline = new AbortController();
      const stop = (): void => {
        deadline.abort();
      };
      const timer = after(timeout, stop);
      const startedAt = clock.elapsed();
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        const made = await attempt(post, deadline.signal);
        return { ...made, elapsed: clock.elapsed() - startedAt };
      } catch (error) {
        signal.throwIfAborted();
        const failure = toFailure(error, { timedOut: deadline.signal.aborted, tellsAll });
        return { ...failure, elapsed: clock.elapsed() - startedAt };
      } finally {
        timer.cancel();
        signal.removeEventListener('abort', stop);
      }
    },
  };
};

const toFailure = (
  error: unknown,
  { timedOut, tellsAll }: { readonly timedOut: boolean; readonly tellsAll: boolean },
): AttemptOutcome => {
  if (timedOut) return { failure: 'timeout', ...(tellsAll ? { detail: 'no response in time' } : {}) };
  const { failure, message } = error instanceof AttemptError ? error : new AttemptError('answer_broken', codeOf(error));
  // The guard's message is safe to show: it only states the rules.
  return { failure, ...(tellsAll || failure === 'refused' ? { detail: message } : {}) };
};

interface TrickleOptions {
  readonly after: After;
  /** Aborted when the attempt has timed out. */
  readonly deadline: AbortSignal;
}

/** Yields a body in chunks, with pauses of real time between them. */
async function* trickle(
  body: string,
  { pieces, milliseconds }: Throttle,
  { after, deadline }: TrickleOptions,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / pieces));
  const pauses = Math.ceil(bytes.byteLength / size) - 1;
  for (let offset = 0; offset < bytes.byteLength; offset += size) {
    if (offset > 0) await pause(milliseconds / pauses, { after, deadline });
    deadline.throwIfAborted();
    yield bytes.subarray(offset, offset + size);
  }
}

const pause = (milliseconds: number, { after, deadline }: TrickleOptions): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      timer.cancel();
      deadline.removeEventListener('abort', end);
      resolve();
    };
    const timer = after(milliseconds, end);
    deadline.addEventListener('abort', end, { once: true });
  });
