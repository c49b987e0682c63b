import type { After } from '../../kernel/timers.ts';
import { createSemaphore } from '../sandbox/semaphore.ts';
import type { AttemptOutcome } from './delivery.ts';

/** Sends one HTTP request to a receiver. */
export interface Sender {
  /**
   * Resolves with the result, also if the receiver is unreachable, forbidden or too slow. Rejects only when aborted by
   * the signal.
   */
  readonly send: (post: WebhookRequest, signal: AbortSignal) => Promise<SendResult>;
  /** The host, with its port, that a request would go to; undefined if it stays in this process or goes nowhere. */
  readonly hostOf?: (post: Addressed) => string | undefined;
}

export interface SendResult extends AttemptOutcome {
  /** Milliseconds of real time until the end of the response; absent if the request stayed in this process. */
  readonly elapsed?: number;
}

/** What decides how a request is sent. */
export type Addressed = Pick<WebhookRequest, 'url' | 'delivery'>;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Undefined for a body that is sent at once. */
  readonly pace?: Throttle | undefined;
  /** Metadata of the delivery, for senders in this process. */
  readonly delivery?:
    | {
        /** Name of the sandbox. */
        readonly sandbox: string;
        readonly id: string;
        readonly eventId: string;
        readonly eventType: string;
        /** From 1. */
        readonly attempt: number;
      }
    | undefined;
}

/** Sends the body slowly, in real time. */
export interface Throttle {
  readonly pieces: number;
  /** Time from the first piece to the last. */
  readonly milliseconds: number;
}

/** How a delivery is sent that does not go out by HTTP; undefined for any other. */
export type DeliveryInterceptor = (post: Addressed) => Sender['send'] | undefined;

/** The first interceptor that takes a delivery sends it; otherwise it goes out by HTTP. */
export const chainSenders = (interceptors: readonly DeliveryInterceptor[], last: Sender): Sender => {
  const interceptionOf = (post: Addressed): Sender['send'] | undefined =>
    interceptors.map((intercept) => intercept(post)).find((send) => send !== undefined);
  return {
    send: (post, signal) => (interceptionOf(post) ?? last.send)(post, signal),
    hostOf: (post) => (interceptionOf(post) === undefined ? last.hostOf?.(post) : undefined),
  };
};

/**
 * At most 100 requests a second; one sandbox alone sends up to 50. `share`: the fraction of the free slots that one sandbox
 * may hold; `hold`: milliseconds for which a request holds its slot at least.
 */
const HOST_LIMITS = { slots: 30, share: 1, hold: 300 };

/**
 * Delays requests to a host that is sent too many, so that sandboxes cannot be combined to flood it. Each process counts its
 * own: several send as many times more, still bounded, and none waits for another to tell that it is done.
 */
export const limitPerHost = (sender: Sender, after: After, { slots, share, hold } = HOST_LIMITS): Sender => {
  const hosts = new Map<string, { readonly semaphore: ReturnType<typeof createSemaphore>; users: number }>();
  return {
    ...sender,
    send: async (post, signal) => {
      const host = sender.hostOf?.(post);
      if (host === undefined) return sender.send(post, signal);
      const sandbox = post.delivery?.sandbox ?? '';
      const used = hosts.get(host) ?? { semaphore: createSemaphore(slots, share), users: 0 };
      hosts.set(host, used);
      used.users += 1;
      await used.semaphore.acquire(sandbox);
      // Leaves at the later of the two: the end of the request, and that of the time it holds its slot.
      let uses = 2;
      const end = (): void => {
        uses -= 1;
        if (uses > 0) return;
        used.semaphore.release(sandbox);
        used.users -= 1;
        if (used.users === 0) hosts.delete(host);
      };
      after(hold, end);
      try {
        signal.throwIfAborted();
        return await sender.send(post, signal);
      } finally {
        end();
      }
    },
  };
};
