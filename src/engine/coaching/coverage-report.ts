import type { CoverageCounts, CoverageReport, CoverageShare } from '../../generated/control-schemas.ts';
import type { TestCase, TestSuite } from '../../kernel/test-report.ts';
import type { Counts, Describable } from './coverage.ts';

type Met = CoverageCounts[number];
type OperationCoverage = CoverageReport['operations'][number];
/** Of the counters `now`, summed, less those of `before`: the coverage since then. */
export const toReport = (
  {
    now: all,
    before,
  }: {
    readonly now: readonly Counts[];
    readonly before: readonly Counts[];
  },
  describable: Describable,
  since: string,
): CoverageReport => {
  const total = (counts: readonly Counts[], pick: (counts: Counts) => number | undefined): number =>
    counts.reduce((sofar, one) => sofar + (pick(one) ?? 0), 0);
  const sum = (pick: (counts: Counts) => number | undefined): number => total(all, pick) - total(before, pick);

  type Named = (counts: Counts) => ReadonlyMap<string, number> | undefined;
  /** By name; undescribed names are listed only if they were used. */
  const countsOf = (described: readonly string[], pick: Named): Met[] => {
    const names = new Set([...described, ...all.flatMap((one) => [...(pick(one)?.keys() ?? [])]).sort()]);
    return [...names]
      .map((name) => ({ name, count: sum((counts) => pick(counts)?.get(name)) }))
      .filter(({ name, count }) => count > 0 || described.includes(name));
  };

  const operations = describable.operations.map(({ id, method, path, responses }): OperationCoverage => ({
    operationId: id,
    method,
    path,
    calls: sum((counts) => counts.operations.get(id)?.calls),
    answers: responses.map(({ status }): OperationCoverage['answers'][number] => {
      const answer = (counts: Counts) => counts.operations.get(id)?.answers.get(status);
      return {
        status,
        count: sum((counts) => answer(counts)?.count),
        problemTypes: countsOf([], (counts) => answer(counts)?.problemTypes),
      };
    }),
  }));
  const problemTypes = countsOf(describable.problemTypes, (counts) => counts.problemTypes);
  const events = countsOf(describable.events, (counts) => counts.events);
  const capabilities = describable.capabilities.map(({ name, isSeen }): CoverageReport['capabilities'][number] => ({
    name,
    used: isSeen ? sum((counts) => counts.capabilities.get(name)?.used) : null,
    refused: sum((counts) => counts.capabilities.get(name)?.refused),
  }));

  return {
    since,
    exchanges: sum((counts) => counts.exchanges),
    summary: {
      operations: shareOf(operations.map(({ calls }) => calls)),
      answers: shareOf(operations.flatMap(({ answers }) => answers.map(({ count }) => count))),
      problemTypes: shareOf(describable.problemTypes.map((name) => countOf(problemTypes, name))),
      events: shareOf(describable.events.map((name) => countOf(events, name))),
      capabilities: shareOf(capabilities.map(({ used, refused }) => (used ?? 0) + refused)),
    },
    operations,
    problemTypes,
    events,
    capabilities,
    undescribed: countsOf([], (counts) => counts.undescribed).map(toUndescribed),
  };
};

const toUndescribed = ({ name, count }: Met): CoverageReport['undescribed'][number] => {
  const end = name.lastIndexOf(' ');
  return { operationId: name.slice(0, end), status: Number(name.slice(end + 1)), count };
};

const shareOf = (counts: readonly number[]): CoverageShare => ({
  described: counts.length,
  met: counts.filter((count) => count > 0).length,
});

const countOf = (all: readonly Met[], name: string): number => all.find((one) => one.name === name)?.count ?? 0;

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
