import type { Try } from './delivery.ts';

/** One HTTP call to a receiver, however it is made. */
export interface Sender {
  /**
   * Resolves with what came of it: also when the receiver cannot be reached, may not be, or takes too long. Throws only
   * when told to give up.
   */
  readonly send: (post: Post, signal: AbortSignal) => Promise<Omit<Try, 'at'>>;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
