/** A rule whose violation by a client is detectable. */
export interface GeneralRule {
  readonly id: string;
  /** The client's mistake, as a headline. */
  readonly title: string;
  /** Entries of `spec/assumptions.yaml` that the rule also depends on. */
  readonly assumptions: readonly string[];
  /** How it is detected, in one sentence. */
  readonly seenBy: string;
  /** How to fix it. */
  readonly remedy: string;
}

/** A rule in the words of an API. */
export interface Rule extends GeneralRule {
  /** Verbatim from the API description. */
  readonly quote: string;
}

/** One observed violation of a rule. */
export interface Sighting {
  readonly rule: GeneralRule;
  /** Undefined if the client is unknown. */
  readonly clientId: string | undefined;
  /** What it concerns, to deduplicate findings: an operation, a path, a member of a body. */
  readonly subject: string;
  /** What was observed, in one sentence with its numbers. */
  readonly detail: string;
  /** Ids of the exchanges that show it, oldest first. */
  readonly requests: readonly string[];
  /** Ids of the webhook deliveries that show it, oldest first, for a mistake of a receiver. */
  readonly deliveries?: readonly string[];
  /** False if a correct client could cause the same finding. */
  readonly certain: boolean;
}

/** A mistake of the client under test against the API description. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly title: string;
  readonly quote: string;
  readonly assumptions: readonly string[];
  readonly remedy: string;
  readonly clientId: string | null;
  readonly subject: string;
  /** The latest observation. */
  readonly detail: string;
  readonly certain: boolean;
  /** Number of observations. */
  readonly count: number;
  /** On the wall clock. */
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Ids of the exchanges that show it: the first, and the last ones. */
  readonly requests: readonly string[];
  /** Ids of the webhook deliveries that show it, likewise. */
  readonly deliveries: readonly string[];
}
