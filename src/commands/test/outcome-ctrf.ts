import type { Outcome } from './outcome.ts';
import { toCases } from './to-cases.ts';

export interface CtrfSource {
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** As a Common Test Report (ctrf.io). */
export const toOutcomeCtrf = (outcomes: readonly Outcome[], { version, now }: CtrfSource): object => {
  const tests = outcomes.flatMap((outcome) =>
    toCases(outcome).map(({ name, result, lines }) => ({
      name,
      status: result === 'passed' ? 'passed' : 'failed',
      duration: 0,
      suite: [outcome.scenario],
      ...(result === 'passed' ? {} : { message: lines.join('\n') }),
    })),
  );
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'vatmock', version },
      summary: {
        tests: tests.length,
        passed,
        failed: tests.length - passed,
        pending: 0,
        skipped: 0,
        other: 0,
        start: outcomes[0]?.startedAt ?? now,
        stop: now,
      },
      tests,
    },
  };
};
