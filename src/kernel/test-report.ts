/** One thing that was looked at, as formats for test reports have it. */
export interface TestCase {
  readonly name: string;
  /** `error`: not what is tested was wrong, but what drives the test. */
  readonly result: 'passed' | 'failed' | 'error' | 'skipped';
  /** In a sentence, unless it passed. */
  readonly message?: string;
  readonly details?: string;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  /** How long it took, where that was measured. */
  readonly milliseconds?: number;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  /** What there is to say besides. */
  readonly output?: string;
}
