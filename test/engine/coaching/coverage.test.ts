import { describe, expect, test } from '@jest/globals';
import type { CoverageReport } from '../../../src/generated/control-schemas.ts';
import { type Describable, toSuites } from '../../../src/engine/coaching/coverage.ts';
import { toJunit } from '../../../src/kernel/test-report.ts';
import { createWatches } from '../../../src/engine/coaching/watches.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { createEntry, createOperation } from '../journal/create-entry.ts';

const described = (status: string) => ({ status, headers: [], contents: [] });
const order = createOperation({
  id: 'createOrder',
  method: 'POST',
  path: '/orders',
  responses: ['201', '409', '5XX'].map(described),
  requiredCapabilities: [{ capability: 'allowMulti', when: undefined, dependsOnResource: false }],
});
const me = createOperation({ responses: ['200', '401'].map(described) });

const describable: Describable = {
  operations: [me, order],
  problemTypes: ['version-mismatch', 'not-found'],
  events: ['prospect.submitted', 'kyc.other'],
  capabilities: [
    { name: 'allowMulti', isSeen: true },
    { name: 'allowDownload', isSeen: false },
  ],
};

const start = (sharesUnowned = false) => {
  const clock = createTestClock();
  const watches = createWatches({
    describable,
    needsOf: () => [{ capability: 'allowMulti', applies: (json) => json === 'two' }],
    detectors: [],
    receiverRules: [],
    sharesUnowned,
    seenOf: () => [],
    clock,
  });
  const see = (owner: string | undefined, more: Partial<JournalEntry>, json?: unknown) => {
    const exchange = json === undefined ? undefined : { body: { kind: 'json', value: json } };
    watches.onExchange(createEntry(more), owner, exchange as never);
  };
  return { clock, watches, see };
};

const refusal = (type: string, status = 409, extensions = {}) => ({
  status,
  refusal: { type, status, title: '', detail: '', extensions },
});

const answersOf = ({ operations }: CoverageReport, id: string) =>
  operations
    .find(({ operationId }) => operationId === id)
    ?.answers.map(({ status, count }) => `${status} ${String(count)}`);

describe('coverage', () => {
  test('counts operations by described status, problem types, events and capabilities', () => {
    const { watches, see } = start();
    see('a', { operation: order, status: 201 }, 'two');
    see('a', { operation: order, status: 201 }, 'one');
    see('a', { operation: order, ...refusal('version-mismatch') });
    see('a', { operation: order, ...refusal('capability-required', 403, { capability: 'allowDownload' }) });
    see('a', { operation: order, status: 503 });
    see('a', { operation: undefined, ...refusal('not-found', 404) });
    watches.emitted('a', [{ id: 'e', type: 'kyc.other', seller: undefined, createdAt: 0, data: {} }]);
    const report = watches.coverageOf('a', 'reset');
    expect(answersOf(report, 'createOrder')).toEqual(['201 2', '409 1', '5XX 1']);
    expect(answersOf(report, 'getOrganization')).toEqual(['200 0', '401 0']);
    expect(report).toMatchObject({
      exchanges: 6,
      summary: {
        operations: { described: 2, met: 1 },
        answers: { described: 5, met: 3 },
        problemTypes: { described: 2, met: 2 },
        events: { described: 2, met: 1 },
        capabilities: { described: 2, met: 2 },
      },
      problemTypes: [
        { name: 'version-mismatch', count: 1 },
        { name: 'not-found', count: 1 },
        { name: 'capability-required', count: 1 },
      ],
      events: [
        { name: 'prospect.submitted', count: 0 },
        { name: 'kyc.other', count: 1 },
      ],
      capabilities: [
        { name: 'allowMulti', used: 1, refused: 0 },
        { name: 'allowDownload', used: null, refused: 1 },
      ],
      undescribed: [{ operationId: 'createOrder', status: 403, count: 1 }],
    });
    expect(report.operations[1]?.answers[1]?.problemTypes).toEqual([{ name: 'version-mismatch', count: 1 }]);
  });

  test('begins anew with a reset, and knows the whole all the same', () => {
    const { watches, see, clock } = start();
    see('a', { operation: me, status: 200 });
    see('a', { operation: order, ...refusal('own-type') });
    clock.advance(1000);
    watches.live.reset?.({ sandbox: 'demo', uuid: 'a' }, 'reset');
    see('a', { operation: me, status: 401 });
    const since = watches.coverageOf('a', 'reset');
    expect([since.since, since.exchanges, answersOf(since, 'getOrganization')]).toEqual([
      '2026-11-20T09:00:01.000Z',
      1,
      ['200 0', '401 1'],
    ]);
    expect(since.problemTypes.map(({ name }) => name)).toEqual(['version-mismatch', 'not-found']);
    const whole = watches.coverageOf('a', 'start');
    expect([whole.since, whole.exchanges, answersOf(whole, 'getOrganization')]).toEqual([
      '2026-11-20T09:00:00.000Z',
      3,
      ['200 1', '401 1'],
    ]);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('counts what belongs to nobody for everybody where that is shared: %p', (sharesUnowned, count) => {
    const { watches, see } = start(sharesUnowned);
    see(undefined, { operation: me, status: 401 });
    see('b', { operation: me, status: 200 });
    expect(answersOf(watches.coverageOf('a', 'reset'), 'getOrganization')).toEqual(['200 0', `401 ${String(count)}`]);
    watches.live.reset?.({ sandbox: 'demo', uuid: 'a' }, 'reset');
    expect(answersOf(watches.coverageOf('a', 'reset'), 'getOrganization')).toEqual(['200 0', '401 0']);
    expect(answersOf(watches.coverageOf('b', 'reset'), 'getOrganization')).toEqual(['200 1', `401 ${String(count)}`]);
  });

  test('names that nobody has described are bounded', () => {
    const { watches, see } = start();
    for (let i = 0; i < 2000; i++) see('a', { operation: order, ...refusal(`own-${String(i)}`) });
    const report = watches.coverageOf('a', 'reset');
    expect(report.problemTypes.length).toBeLessThan(510);
    expect(answersOf(report, 'createOrder')?.[1]).toBe('409 2000');
  });
});

describe('reports', () => {
  const hostile = `<b>"x"</b>&'\u0001\u0000`;
  const report = (): CoverageReport => {
    const { watches, see } = start();
    see('a', { operation: order, status: 201 });
    see('a', { operation: order, ...refusal(hostile) });
    return watches.coverageOf('a', 'reset');
  };

  test('JUnit: what was never met is skipped, and no text is taken for markup', () => {
    const xml = toJunit('coverage', toSuites(report()));
    expect(xml).toContain('<testsuites name="coverage" tests="13" failures="0" errors="0" skipped="10" time="0">');
    expect(xml).toContain('<testcase classname="createOrder" name="POST /orders answers 201" time="0"/>');
    expect(xml).toContain('<skipped message="never met since 2026-11-20T09:00:00.000Z"/>');
    expect(xml).toContain(`name="&lt;b&gt;&quot;x&quot;&lt;/b&gt;&amp;'\uFFFD\uFFFD"`);
    expect(xml.match(/<testcase /g)).toHaveLength(13);
    expect(xml.match(/<skipped /g)).toHaveLength(10);
  });
});
