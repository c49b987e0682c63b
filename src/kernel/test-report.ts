/** One test, independent of the report format. */
export interface TestCase {
  readonly name: string;
  /** `error`: the test harness failed, not the system under test. */
  readonly result: 'passed' | 'failed' | 'error' | 'skipped';
  /** A sentence; absent if the test passed. */
  readonly message?: string;
  readonly details?: string;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  /** Duration, where measured. */
  readonly milliseconds?: number;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Additional output. */
  readonly output?: string;
}
