/** What an event is about besides its payload; an API declares its members by augmenting this interface. */
// oxlint-disable-next-line typescript/no-empty-object-type -- only an interface can be augmented
export interface EventScope {}

/** An event caused by a change: committed with the change and delivered afterwards. */
export interface EventDraft extends EventScope {
  readonly type: string;
  /** The payload. */
  readonly data: object;
  /** The one thing that it is about, `tickets/t_1`, for subscriptions to that alone. */
  readonly about?: string;
  /** Names of members of the payload that no assumption changes, since a caller chose them; not stored. */
  readonly chosen?: readonly string[] | undefined;
}

export interface EmittedEvent extends EventScope {
  /** `evt_` and 26 characters. Assumption: event-ids. */
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly data: object;
  readonly about?: string;
  readonly chosen?: EventDraft['chosen'];
}
