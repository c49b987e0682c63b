import { writeSync } from 'node:fs';

/** Ends a run with one line for machines: `12 passed, 0 failed`. A test file that does not load counts as a failure. */
export default class PlainSummaryReporter {
  /**
   * @param {ReadonlySet<unknown>} _contexts
   * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} results
   */
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    // Jest runs its own summary after the configured reporters, so the line waits for the exit; by then Jest may
    // have closed `process.stdout` to further writing.
    process.once('exit', () => {
      writeSync(1, `${numPassedTests} passed, ${failed} failed\n`);
    });
  }
}
