/** What an event is about besides its payload; an API declares its members by augmenting this interface. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- only an interface can be augmented
export interface EventScope {}

/** An event that a change leaves behind: it commits with the change, and is delivered afterwards. */
export interface EventDraft extends EventScope {
  readonly type: string;
  /** The payload. */
  readonly data: object;
}

export interface EmittedEvent extends EventScope {
  /** `evt_` and 26 characters. Assumption: event-ids. */
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly data: object;
}
