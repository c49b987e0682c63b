/** What a healthy tenant saw in one window of time. */
export interface Counts {
  readonly sent: number;
  /** Answered as expected and in time. */
  readonly good: number;
  /** What came instead, with its count. */
  readonly bad: Readonly<Record<string, number>>;
  /** Milliseconds in which 99 of 100 answers came. */
  readonly p99: number;
  /** Webhooks that were accepted for delivery, and those of them that arrived. */
  readonly accepted: number;
  readonly delivered: number;
}

/** What the worker is given. */
export interface HealthyOptions {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly seller: string;
  readonly buyer: string;
  readonly receiverPort: number;
  /** Milliseconds in which an answer counts as one. */
  readonly deadline: number;
  /** Milliseconds to wait for the last webhooks of a window. */
  readonly patience: number;
}
