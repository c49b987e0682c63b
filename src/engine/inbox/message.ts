/** The response of an inbox: a status, no response at all, or a connection reset. */
export type InboxAnswer = number | 'timeout' | 'reset';

/** A request that an inbox has received. */
export interface Message<Judgement> {
  /** Sequence number within this inbox, from 1. */
  readonly number: number;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** As received, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly answered: InboxAnswer;
  readonly judgement: Judgement;
}
