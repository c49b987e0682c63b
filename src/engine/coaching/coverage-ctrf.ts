import { toCases } from './coverage-cases.ts';
import type { CoverageReport } from './coverage-report.ts';

export interface CtrfSource {
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** As a Common Test Report (ctrf.io): what was never met is a skipped test. */
export const toCtrf = (report: CoverageReport, { version, now }: CtrfSource): object => {
  const cases = toCases(report);
  const passed = cases.filter(({ isMet }) => isMet).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'vatmock', version },
      summary: {
        tests: cases.length,
        passed,
        failed: 0,
        pending: 0,
        skipped: cases.length - passed,
        other: 0,
        start: Date.parse(report.since),
        stop: now,
      },
      tests: cases.map(({ suite, name, isMet }) => ({
        name,
        status: isMet ? 'passed' : 'skipped',
        duration: 0,
        suite: [suite],
      })),
    },
  };
};
