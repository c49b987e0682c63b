import type { CoverageReport } from './coverage-report.ts';

/** One thing that a client can meet, as formats for test reports have it. */
export interface CoverageCase {
  readonly suite: string;
  readonly name: string;
  readonly isMet: boolean;
}

/** A report as a list of cases, grouped by suite. */
export const toCases = ({
  operations,
  problemTypes,
  events,
  capabilities,
}: CoverageReport): readonly CoverageCase[] => [
  ...operations.flatMap(({ operationId, method, path, answers }) =>
    answers.map(({ status, count }) => ({
      suite: operationId,
      name: `${method} ${path} answers ${status}`,
      isMet: count > 0,
    })),
  ),
  ...problemTypes.map(({ name, count }) => ({ suite: 'problem types', name, isMet: count > 0 })),
  ...events.map(({ name, count }) => ({ suite: 'events', name, isMet: count > 0 })),
  ...capabilities.flatMap(({ name, used, refused }) => [
    ...(used === null ? [] : [{ suite: 'capabilities', name: `${name} is used`, isMet: used > 0 }]),
    { suite: 'capabilities', name: `${name} is missing`, isMet: refused > 0 },
  ]),
];
