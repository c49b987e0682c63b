import type { TestCase, TestSuite } from '../../kernel/test-report.ts';
import type { CoverageReport } from './coverage-report.ts';

/** Coverage as a test report: unused items are skipped tests, so that a build shows them without failing. */
export const toSuites = (report: CoverageReport): readonly TestSuite[] => {
  const { operations, problemTypes, events, capabilities, since } = report;
  const toCase = (name: string, isMet: boolean): TestCase =>
    isMet ? { name, result: 'passed' } : { name, result: 'skipped', message: `never met since ${since}` };
  const suites: readonly TestSuite[] = [
    ...operations.map(({ operationId, method, path, answers }) => ({
      name: operationId,
      cases: answers.map(({ status, count }) => toCase(`${method} ${path} answers ${status}`, count > 0)),
    })),
    { name: 'problem types', cases: problemTypes.map(({ name, count }) => toCase(name, count > 0)) },
    { name: 'events', cases: events.map(({ name, count }) => toCase(name, count > 0)) },
    {
      name: 'capabilities',
      cases: capabilities.flatMap(({ name, used, refused }) => [
        ...(used === null ? [] : [toCase(`${name} is used`, used > 0)]),
        toCase(`${name} is missing`, refused > 0),
      ]),
    },
  ];
  return suites.filter(({ cases }) => cases.length > 0);
};
