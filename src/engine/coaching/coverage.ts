import type { CoverageCounts, CoverageReport, CoverageShare } from '../../generated/control-schemas.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { TestCase, TestSuite } from '../../kernel/test-report.ts';
import { type Contract, findResponse, type Operation } from '../contract/contract.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { NeedsOf } from '../validation/request-validator.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';

/** What is counted; the names in a group are those of the description, or others that were met. */
type Group =
  | 'exchanges'
  | 'operations'
  /** By operation and status as the description writes it: {@link answerName}. */
  | 'answers'
  | 'problemTypes'
  /** Those of one answer. */
  | `problemTypes ${string}`
  | 'events'
  | 'capabilities used'
  | 'capabilities refused'
  /** Responses that the description does not have, by operation and status. */
  | 'undescribed';

/** Counters by name, in groups. */
export type Counts = ReadonlyMap<Group, ReadonlyMap<string, number>>;

/** Counters as JSON. */
export type SavedCounts = readonly (readonly [
  group: Group,
  counts: readonly (readonly [name: string, count: number])[],
])[];

export const saveCounts = (counts: Counts): SavedCounts => [...counts].map(([group, own]) => [group, [...own]]);

const answerName = (operationId: string, status: number | string): string => `${operationId} ${String(status)}`;

/** Limit on the names of a group: scenarios and custom descriptions may add some, hostile clients many. */
const MOST_NAMES = 500;

/** Incremental coverage of an API: each exchange costs a few lookups, however many came before. */
export const createCoverage = (needsOf: NeedsOf, saved: SavedCounts = []) => {
  const counts = new Map(saved.map(([group, own]) => [group, new Map(own)]));

  const raise = (group: Group, name: string, most = MOST_NAMES): void => {
    const own = getOrInsert(counts, group, () => new Map<string, number>());
    const count = own.get(name) ?? 0;
    if (count > 0 || own.size < most) own.set(name, count + 1);
  };

  const countAnswer = (operation: Operation, status: number, problemType: string | undefined): void => {
    raise('operations', operation.id, Infinity);
    const described = findResponse(operation, status);
    if (described === undefined) {
      raise('undescribed', answerName(operation.id, status));
      return;
    }
    const answer = answerName(operation.id, described.status);
    raise('answers', answer, Infinity);
    if (problemType !== undefined) raise(`problemTypes ${answer}`, problemType);
  };

  const countCapabilities = (operation: Operation, entry: JournalEntry, json: unknown): void => {
    if (entry.refusal?.type === 'capability-required') {
      const name = entry.refusal.extensions?.['capability'];
      if (typeof name === 'string') raise('capabilities refused', name);
    } else if (entry.status < 300 && operation.requiredCapabilities.length > 0)
      for (const { capability, applies } of needsOf(operation))
        if (applies(json)) raise('capabilities used', capability);
  };

  return {
    counts: counts as Counts,
    see: (entry: JournalEntry, json: unknown): void => {
      const { operation, refusal, status } = entry;
      raise('exchanges', 'all');
      const problemType = refusal === undefined || refusal.type === 'about:blank' ? undefined : refusal.type;
      if (problemType !== undefined) raise('problemTypes', problemType);
      if (operation === undefined) return;
      countAnswer(operation, status, problemType);
      countCapabilities(operation, entry, json);
    },
    emitted: (events: readonly EmittedEvent[]): void => {
      for (const { type } of events) raise('events', type);
    },
  };
};

/** The parts of an API that coverage is measured against. */
export interface Describable {
  readonly operations: readonly Operation[];
  readonly problemTypes: readonly string[];
  readonly events: readonly string[];
  /** `isSeen` is false for a capability whose use cannot be determined from the request. */
  readonly capabilities: readonly { readonly name: string; readonly isSeen: boolean }[];
}

export const describableOf = ({ operations, document, problemTypes }: Contract): Describable => {
  const capabilities = new Map<string, boolean>();
  for (const { requiredCapabilities } of operations)
    for (const { capability, dependsOnResource } of requiredCapabilities)
      capabilities.set(capability, (capabilities.get(capability) ?? false) || !dependsOnResource);
  return {
    operations,
    problemTypes: problemTypes.map(({ name }) => name),
    events: Object.keys(document['webhooks'] ?? {}),
    capabilities: [...capabilities].map(([name, isSeen]) => ({ name, isSeen })),
  };
};

/** Of the counters `now`, summed, less those of `before`: the coverage since then. */
export const toReport = (
  { now, before }: { readonly now: readonly Counts[]; readonly before: readonly Counts[] },
  describable: Describable,
  since: string,
): CoverageReport => {
  const total = (all: readonly Counts[], group: Group, name: string): number =>
    all.reduce((sum, counts) => sum + (counts.get(group)?.get(name) ?? 0), 0);
  const countOf = (group: Group, name: string): number => total(now, group, name) - total(before, group, name);

  /** By name; undescribed names are listed only if they were used. */
  const countsOf = (described: readonly string[], group: Group): CoverageCounts[number][] => {
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

const toUndescribed = ({ name, count }: CoverageCounts[number]): CoverageReport['undescribed'][number] => {
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
