import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type * as Undici from 'undici';
import type { AttemptOutcome } from '../../engine/webhooks/delivery.ts';
import type { EgressGuard } from '../../engine/webhooks/egress.ts';
import type { Sender, Throttle, WebhookRequest } from '../../engine/webhooks/sender.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';
import { pause, whenAborted } from '../../kernel/wait-until.ts';
import { AttemptError, codeOf, openConnection } from './open-connection.ts';
import type { ResolveHost } from './resolve-host.ts';
import { requestBeginning } from './response-beginning.ts';

/** Of the "15 seconds (3 of them to connect)". Assumption: delivery-request. */
export const CONNECT_TIMEOUT = 3000;

/** Maximum characters of the response that are stored. */
const ANSWER_KEPT = 500;

/** The detail of a timeout after the connection was made. */
export const NO_RESPONSE = 'no response in time';

/** One for all attempts, since an error costs its stack. */
const OVER = new Error('the attempt is over');

let undici: Promise<typeof Undici> | undefined;

/** Loaded with the first delivery: many servers never send one. In hosted mode with the start. */
export const loadUndici = (): Promise<typeof Undici> => (undici ??= import('undici'));

/**
 * Sends with undici's client, which neither follows redirects nor decompresses, over a separate connection per attempt.
 */
export const createSender = ({
  guard,
  resolve,
  clock,
  after,
  timeout,
  tellsAll,
  isHosted,
}: {
  readonly guard: EgressGuard;
  readonly resolve: ResolveHost;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly after: After;
  /** Milliseconds of real time until the end of the response. */
  readonly timeout: number;
  /** Whether responses and network errors are stored: on a hosted server they would disclose its network. */
  readonly tellsAll: boolean;
  /** Whether the tenants are strangers. */
  readonly isHosted: boolean;
}): Sender => {
  /** With a signal that aborts after so many milliseconds, or with another one. */
  const within = async <T>(
    milliseconds: number,
    signal: AbortSignal,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const limit = new AbortController();
    const stop = (): void => {
      limit.abort();
    };
    const timer = after(milliseconds, stop);
    const ignore = whenAborted(signal, stop);
    try {
      return await work(limit.signal);
    } finally {
      timer.cancel();
      ignore();
    }
  };

  const attempt = async (post: WebhookRequest, deadline: AbortSignal): Promise<AttemptOutcome> => {
    const target = guard.readTarget(post.url);
    if ('refused' in target) throw new AttemptError('refused', `the URL ${target.refused}`);
    const sandbox = post.delivery?.sandbox ?? '';
    const socket = await within(Math.min(CONNECT_TIMEOUT, timeout), deadline, (signal) =>
      openConnection(target, { guard, resolve, sandbox, isHosted, tellsAll, signal }),
    );
    try {
      return await exchange(target.url, post, socket, deadline);
    } finally {
      socket.destroy();
    }
  };

  const exchange = async (
    { origin, pathname, search }: URL,
    { headers, body, pace }: WebhookRequest,
    socket: Socket,
    deadline: AbortSignal,
  ): Promise<AttemptOutcome> => {
    const { Client } = await loadUndici();
    let unused: Socket | undefined = socket;
    const client = new Client(origin, {
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
    const ignore = whenAborted(deadline, () => {
      void client.destroy();
    });
    try {
      const sent =
        pace === undefined
          ? { headers, body }
          : {
              headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
              body: Readable.from(trickle(body, pace, { after, deadline })),
            };
      const path = pathname + search;
      const { httpStatus, text } = await requestBeginning(client, socket, { method: 'POST', path, ...sent });
      return { httpStatus, ...(tellsAll ? { answer: text.slice(0, ANSWER_KEPT) } : {}) };
    } finally {
      ignore();
      await client.destroy(OVER);
    }
  };

  const toFailure = (error: unknown, isTimeout: boolean): AttemptOutcome => {
    if (isTimeout) return { failure: 'timeout', ...(tellsAll ? { detail: NO_RESPONSE } : {}) };
    const { failure, message } =
      error instanceof AttemptError ? error : new AttemptError('answer_broken', codeOf(error));
    // The guard's message is safe to show: it only states the rules.
    return { failure, ...(tellsAll || failure === 'refused' ? { detail: message } : {}) };
  };

  return {
    hostOf: ({ url }) => {
      const target = guard.readTarget(url);
      return 'refused' in target ? undefined : target.url.host;
    },
    send: async (post, signal) => {
      // Loaded before the timeout of the attempt starts.
      await loadUndici();
      const startedAt = clock.elapsed();
      const outcome = await within(timeout, signal, async (deadline) => {
        try {
          signal.throwIfAborted();
          return await attempt(post, deadline);
        } catch (error) {
          signal.throwIfAborted();
          return toFailure(error, deadline.aborted);
        }
      });
      return { ...outcome, elapsed: clock.elapsed() - startedAt };
    },
  };
};

/** Yields a body in chunks, with pauses of real time between them. */
async function* trickle(
  body: string,
  { pieces, milliseconds }: Throttle,
  {
    after,
    deadline,
  }: {
    readonly after: After;
    /** Aborted when the attempt has timed out. */
    readonly deadline: AbortSignal;
  },
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / pieces));
  const pauses = Math.ceil(bytes.byteLength / size) - 1;
  for (let offset = 0; offset < bytes.byteLength; offset += size) {
    deadline.throwIfAborted();
    if (offset > 0) await pause(after, milliseconds / pauses, deadline);
    deadline.throwIfAborted();
    yield bytes.subarray(offset, offset + size);
  }
}
