import type { Attempt } from './delivery.ts';

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

export interface SendResult extends Omit<Attempt, 'at'> {
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
  /** Metadata of the delivery, only for senders that show it to people. */
  readonly delivery?: PostedDelivery | undefined;
}

interface PostedDelivery {
  /** Name of the sandbox. */
  readonly sandbox: string;
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** From 1. */
  readonly attempt: number;
}

/** Sends the body slowly, in real time. */
export interface Throttle {
  readonly pieces: number;
  /** Time from the first piece to the last. */
  readonly milliseconds: number;
}
