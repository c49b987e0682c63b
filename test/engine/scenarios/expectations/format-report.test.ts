import { expect, test } from '@jest/globals';
import type { RequestSummary, ExpectationReport, ScenarioReport } from '../../../../src/generated/control-schemas.ts';
import type { Closest } from '../../../../src/engine/scenarios/expectations/evaluation.ts';
import { formatExpectation, formatShortfall } from '../../../../src/engine/scenarios/expectations/format-report.ts';

const request = (id: string, status: number | null = 201): RequestSummary => ({
  id,
  method: 'POST',
  path: '/orders',
  operationId: 'createOrder',
  status,
});

const report = (change: Partial<ExpectationReport> = {}): ExpectationReport => ({
  number: 1,
  about: 'requests',
  verdict: 'open',
  final: false,
  wanted: 'createOrder at least once',
  came: 'never received',
  because: null,
  count: 0,
  atLeast: 1,
  atMost: null,
  requests: [],
  events: [],
  fault: null,
  closest: null,
  ...change,
});

const CLOSEST: Closest = {
  request: request('x', null),
  event: null,
  difference: { at: 'header If-Match', expected: 'is present', actual: 'absent' },
};

test('those that count are named: three of them, and the rest as a number', () => {
  const counted = (count: number) =>
    formatExpectation(
      report({
        verdict: 'met',
        came: `received ${String(count)} times`,
        count,
        requests: Array.from({ length: count }, (_, index) => request(String(index))),
      }),
    ).slice(1);
  const three = ['  POST /orders (201, 0)', '  POST /orders (201, 1)', '  POST /orders (201, 2)'];
  expect(counted(3)).toEqual(['received 3 times:', ...three]);
  expect(counted(4)).toEqual(['received 4 times:', ...three, '  and 1 more']);
});

test('events are named by type and id', () => {
  const events = [{ id: 'evt_1', type: 'kyc.done' }];
  expect(formatExpectation(report({ verdict: 'met', came: 'received once', count: 1, events }))).toContain(
    '  kyc.done (evt_1)',
  );
});

test('where enough came and it is open all the same, it says what is not known', () => {
  const unknown = 'what happened before the server started is unknown';
  expect(formatExpectation(report({ count: 1 }))).toContain(unknown);
  expect(formatExpectation(report({ count: 0 }))).not.toContain(unknown);
  expect(formatExpectation(report({ count: 1, verdict: 'met' }))).not.toContain(unknown);
});

test('what came closest and why it matters are told of what is not met', () => {
  const closest = 'closest: POST /orders (no answer, x): header If-Match: expected is present, but absent';
  const because = 'because: Versions.';
  expect(formatExpectation(report({ closest: CLOSEST, because: 'Versions.' })).slice(2)).toEqual([closest, because]);
  expect(formatExpectation(report({ verdict: 'met', closest: CLOSEST, because: 'Versions.' }))).toHaveLength(2);
});

test('what went wrong is told instead of what came closest', () => {
  const fault = 'POST /orders (201, y) exceeds the allowed number.';
  const told = formatExpectation(report({ verdict: 'not-met', fault, closest: CLOSEST, because: 'Once.' }));
  expect(told.slice(2)).toEqual([fault, 'because: Once.']);
});

test('an event that came closest is named by type and id', () => {
  const event: Closest = {
    request: null,
    event: { id: 'evt_2', type: 'kyc.begun' },
    difference: { at: 'event', expected: 'equals kyc.done', actual: 'kyc.begun' },
  };
  expect(formatExpectation(report({ closest: event }))).toContain(
    'closest: kyc.begun (evt_2): event: expected equals kyc.done, but kyc.begun',
  );
});

test('of a scenario only what is not met is told, with its number in the file', () => {
  const of = (...expectations: ExpectationReport[]): ScenarioReport => ({
    scenario: 'own',
    verdict: 'open',
    final: false,
    exhausted: false,
    activatedAt: '',
    now: '',
    complete: true,
    seenSince: '',
    expectations,
  });
  const met = report({ verdict: 'met' });
  expect(formatShortfall(of(met, report({ number: 2 }))).split('\n')).toEqual([
    'scenario own: 1 of 2 expectations is not met',
    '  2. createOrder at least once',
    '     never received',
  ]);
  expect(formatShortfall(of(report(), report({ number: 2 }), met)).split('\n')[0]).toBe(
    'scenario own: 2 of 3 expectations are not met',
  );
});
