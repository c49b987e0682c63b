import type { Attempt } from './delivery.ts';

/** One HTTP call to a receiver, however it is made. */
export interface Sender {
  /**
   * Resolves with what came of it: also when the receiver cannot be reached, may not be, or takes too long. Throws only
   * when told to give up.
   */
  readonly send: (post: WebhookRequest, signal: AbortSignal) => Promise<Omit<Attempt, 'at'>>;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Undefined for a body that is sent at once. */
  readonly pace?: Throttle | undefined;
  /** What is sent; only who hands it on to people needs to know. */
  readonly delivery?: PostedDelivery | undefined;
}

export interface PostedDelivery {
  /** Name of the sandbox. */
  readonly sandbox: string;
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** From 1. */
  readonly attempt: number;
}

/** A body that trickles, in real time. */
export interface Throttle {
  readonly pieces: number;
  /** From the first piece to the last. */
  readonly milliseconds: number;
}
