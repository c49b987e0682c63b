import type { CoverageCounts, CoverageReport, CoverageShare } from '../../generated/control-schemas.ts';
import type { TestCase, TestSuite } from '../../kernel/test-report.ts';
import { type Counts, type Describable, answerName } from './coverage.ts';

type Met = CoverageCounts[number];

/** Of the counters `now`, summed, less those of `before`: the coverage since then. */
export const toReport = (
  { now, before }: { readonly now: readonly Counts[]; readonly before: readonly Counts[] },
  describable: Describable,
  since: string,
): CoverageReport => {
  type Group = Parameters<Counts['get']>[0];
  const total = (all: readonly Counts[], group: Group, name: string): number =>
    all.reduce((sum, counts) => sum + (counts.get(group)?.get(name) ?? 0), 0);
  const countOf = (group: Group, name: string): number => total(now, group, name) - total(before, group, name);

  /** By name; undescribed names are listed only if they were used. */
  const countsOf = (described: readonly string[], group: Group): Met[] => {
    const met = now.flatMap((counts) => [...(counts.get(group)?.keys() ?? [])]).sort();
    return [...new Set([...described, ...met])]
      .map((name) => ({ name, count: countOf(group, name) }))
      .filter(({ name, count }) => count > 0 || described.includes(name));
  };

  const operations = describable.operations.map(({ id, method, path, responses }) => ({
    operationId: id,
    method,
    path,
    calls: countOf('operations', id),
    answers: responses.map(({ status }) => {
      const name = answerName(id, status);
      return { status, count: countOf('answers', name), problemTypes: countsOf([], `problemTypes ${name}`) };
    }),
  }));
  const capabilities = describable.capabilities.map(({ name, isSeen }) => ({
    name,
    used: isSeen ? countOf('capabilities used', name) : null,
    refused: countOf('capabilities refused', name),
  }));
  const shareOfNames = (names: readonly string[], group: Group): CoverageShare =>
    shareOf(names.map((name) => countOf(group, name)));

  return {
    since,
    exchanges: countOf('exchanges', 'all'),
    summary: {
      operations: shareOf(operations.map(({ calls }) => calls)),
      answers: shareOf(operations.flatMap(({ answers }) => answers.map(({ count }) => count))),
      problemTypes: shareOfNames(describable.problemTypes, 'problemTypes'),
      events: shareOfNames(describable.events, 'events'),
      capabilities: shareOf(capabilities.map(({ used, refused }) => (used ?? 0) + refused)),
    },
    operations,
    problemTypes: countsOf(describable.problemTypes, 'problemTypes'),
    events: countsOf(describable.events, 'events'),
    capabilities,
    undescribed: countsOf([], 'undescribed').map(toUndescribed),
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
