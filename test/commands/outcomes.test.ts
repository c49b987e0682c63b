import { expect, test } from '@jest/globals';
import { type ScenarioOutcome, isPassed, toCases, toSuite } from '../../src/commands/test/outcome.ts';
import type { Finding, ExpectationReport } from '../../src/generated/control-schemas.ts';
import { toJunit } from '../../src/kernel/test-report.ts';

const expectation = (change: Partial<ExpectationReport> = {}): ExpectationReport => ({
  number: 1,
  about: 'requests',
  verdict: 'met',
  final: false,
  wanted: 'createOrder at most once',
  came: 'received once',
  because: null,
  count: 1,
  atLeast: 0,
  atMost: 1,
  requests: [],
  events: [],
  fault: null,
  closest: null,
  ...change,
});

const finding: Finding = {
  rule: 'token-per-call',
  title: 'A token for each call',
  quote: '',
  assumptions: [],
  remedy: 'Keep it.',
  clientId: 'a',
  subject: 'a',
  detail: '<three> tokens & no more.',
  certain: true,
  count: 2,
  firstSeenAt: '',
  lastSeenAt: '',
  requests: ['1', '2'],
  deliveries: [],
};

const outcome = (change: Partial<ScenarioOutcome> = {}, ...expectations: ExpectationReport[]): ScenarioOutcome => ({
  scenario: 'tested',
  teaches: null,
  assumed: {},
  report: {
    scenario: 'tested',
    verdict: expectations.every(({ verdict }) => verdict === 'met') ? 'met' : 'not-met',
    final: true,
    exhausted: false,
    activatedAt: '',
    now: '',
    complete: true,
    seenSince: '',
    expectations,
  },
  command: { kind: 'exited', code: 0 },
  findings: [],
  requests: 3,
  failsOnFindings: false,
  startedAt: Date.parse('2026-11-20T09:00:00Z'),
  milliseconds: 1500,
  ...change,
});

const unmet = expectation({ verdict: 'not-met', fault: 'GET /v1/me "<&>" exceeds the allowed number.' });

test.each<[string, ScenarioOutcome, boolean]>([
  ['all is met', outcome({}, expectation()), true],
  ['something is not', outcome({}, expectation(), unmet), false],
  ['something did not come', outcome({}, expectation({ verdict: 'open' })), false],
  ['the command failed', outcome({ command: { kind: 'exited', code: 1 } }, expectation()), false],
  ['the command was killed', outcome({ command: { kind: 'killed', signal: 'SIGKILL' } }, expectation()), false],
  ['there is a finding', outcome({ findings: [finding] }, expectation()), true],
  ['findings count', outcome({ findings: [finding], failsOnFindings: true }, expectation()), false],
  [
    'only what may be right as well was found',
    outcome({ findings: [{ ...finding, certain: false }], failsOnFindings: true }, expectation()),
    true,
  ],
  ['nothing came', outcome({ requests: 0 }, expectation({ about: 'events' }), expectation()), false],
  ['nothing but events was waited for', outcome({ requests: 0 }, expectation({ about: 'events' })), true],
  ['no command was run', outcome({ command: undefined }, expectation()), true],
])('%s', (_what, tested, isOk) => {
  expect(isPassed(tested)).toBe(isOk);
  expect(toCases(tested).every(({ result }) => result === 'passed')).toBe(isOk);
});

test('JUnit XML is well-formed whatever came, and tells failures from errors', () => {
  const xml = toJunit('vatmock test', [
    toSuite(
      outcome({ command: { kind: 'exited', code: 2 }, findings: [finding] }, expectation(), { ...unmet, number: 2 }),
    ),
  ]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="vatmock test" tests="3" failures="1" errors="1" skipped="0" time="1.500">
  <testsuite name="tested" tests="3" failures="1" errors="1" skipped="0" time="1.500" timestamp="2026-11-20T09:00:00">
    <testcase classname="tested" name="1. createOrder at most once" time="0"/>
    <testcase classname="tested" name="2. createOrder at most once" time="0"><failure message="GET /v1/me &quot;&lt;&amp;&gt;&quot; exceeds the allowed number.">createOrder at most once
received once
GET /v1/me &quot;&lt;&amp;&gt;&quot; exceeds the allowed number.</failure></testcase>
    <testcase classname="tested" name="command" time="0"><error message="the command exited with 2">the command exited with 2</error></testcase>
    <system-out>token-per-call: A token for each call (2 times)
&lt;three&gt; tokens &amp; no more.
requests: 1, 2
remedy: Keep it.</system-out>
  </testsuite>
</testsuites>
`);
});
