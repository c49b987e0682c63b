/** A rule of the API that a client can be seen to break. */
export interface Rule {
  readonly id: string;
  /** What the client does, as a headline. */
  readonly title: string;
  /** Word for word from the API's description. */
  readonly quote: string;
  /** Entries of `spec/assumptions.yaml` that the rule rests on as well. */
  readonly assumptions: readonly string[];
  /** How it is recognized, in a sentence. */
  readonly seenBy: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** One time that a rule was seen broken. */
export interface Sighting {
  readonly rule: Rule;
  /** Undefined where nobody is known. */
  readonly clientId: string | undefined;
  /** What it was about, so that the same thing seen again is no second finding: an operation, a path, a VIN. */
  readonly subject: string;
  /** What was seen, in a sentence with its numbers. */
  readonly detail: string;
  /** Ids of the exchanges that show it, oldest first. */
  readonly requests: readonly string[];
  /** Ids of the webhook deliveries that show it, oldest first: where it is about a receiver. */
  readonly deliveries?: readonly string[];
  /** False where a client that does everything right could look the same. */
  readonly certain: boolean;
}

/** What the client under test does wrong against the description. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly title: string;
  readonly quote: string;
  readonly assumptions: readonly string[];
  readonly remedy: string;
  readonly clientId: string | null;
  readonly subject: string;
  /** As it was seen last. */
  readonly detail: string;
  readonly certain: boolean;
  /** How often. */
  readonly count: number;
  /** On the wall clock. */
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Ids of the exchanges that show it: the first, and the last ones. */
  readonly requests: readonly string[];
  /** Ids of the webhook deliveries that show it, likewise. */
  readonly deliveries: readonly string[];
}
