import type { TestSuite } from './test-report.ts';

/** The tool that generates the report, and the start and end of the test run in milliseconds since the epoch. */
interface CtrfSource {
  readonly version: string;
  readonly start: number;
  readonly stop: number;
}

/** A report in the Common Test Report Format (ctrf.io). */
export const toCtrf = (suites: readonly TestSuite[], { version, start, stop }: CtrfSource): object => {
  const tests = suites.flatMap(({ name: suite, cases }) =>
    cases.map(({ name, result, details }) => ({
      name,
      status: result === 'error' ? 'failed' : result,
      duration: 0,
      suite: [suite],
      ...(details === undefined ? {} : { message: details }),
    })),
  );
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'vatmock', version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: 0,
        start,
        stop,
      },
      tests,
    },
  };
};
