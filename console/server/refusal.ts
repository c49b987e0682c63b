/** Why the server refused a call, in the words of its problem document. */
export interface Refused {
  readonly title: string;
  /** What is wrong and what to do about it. */
  readonly detail: string;
  readonly status?: number;
  readonly traceId?: string;
  /** A stable name of the refusal, where a page has words of its own for it. */
  readonly code?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

export class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.detail);
    this.name = 'Refusal';
    this.refused = refused;
  }
}

/** Anything that was thrown, as something that can be shown. */
export const toRefused = (error: unknown): Refused =>
  error instanceof Refusal
    ? error.refused
    : { title: 'The console failed', detail: `${String(error)}. Reload the page; if it happens again, report it.` };

export const UNREACHABLE: Refused = {
  title: 'The server does not answer',
  detail: 'It may have stopped, or the connection is gone. Start it again; this page reconnects by itself.',
};
