/** What became of a request that was passed on. */
export type PassOutcome =
  /** Its response, or a part of it, has been sent to the client, or the client has gone. */
  | 'answered'
  /**
   * The connection was refused, or another server answers at that address: the process that was meant has ended, and
   * nothing reached it. The body can be read as if nothing had happened.
   */
  | 'gone'
  /** No answer came: the connection broke before the response head, or the peer was given up. It may have acted. */
  | 'lost'
  /** The same, and the body can be read again. */
  | 'unanswered';

/** Why a peer has not answered a question. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
  readonly outcome: 'gone' | 'lost';

  constructor(outcome: 'gone' | 'lost', message: string) {
    super(message);
    this.outcome = outcome;
  }
}
