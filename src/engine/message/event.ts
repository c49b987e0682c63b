/** An event that a change leaves behind: it commits with the change, and is delivered afterwards. */
export interface EventDraft {
  readonly type: string;
  /** The seller concerned; undefined for events about the organization itself. */
  readonly seller?: string | undefined;
  /** The payload. */
  readonly data: object;
}

export interface EmittedEvent {
  /** `evt_` and 26 characters. Assumption: event-ids. */
  readonly id: string;
  readonly type: string;
  readonly seller: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly data: object;
}
