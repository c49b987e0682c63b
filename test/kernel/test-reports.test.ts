import { expect, test } from '@jest/globals';
import { type TestSuite, toJunit } from '../../src/kernel/test-report.ts';

const SUITES: readonly TestSuite[] = [
  {
    name: 'first <&>',
    cases: [
      { name: 'a', result: 'passed' },
      { name: 'b', result: 'failed', message: 'was "wrong"', details: 'wanted\n\u0000<came>' },
      { name: 'c', result: 'error', message: 'no', details: 'nothing ran' },
      { name: 'd', result: 'skipped', message: 'later' },
    ],
    milliseconds: 1500,
    startedAt: Date.parse('2026-11-20T09:00:00.250Z'),
    output: 'besides & more',
  },
  { name: 'second', cases: [] },
];

test('JUnit XML counts results, writes times that were measured, and takes no text for markup', () => {
  expect(toJunit('run', SUITES)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="run" tests="4" failures="1" errors="1" skipped="1" time="1.500">
  <testsuite name="first &lt;&amp;&gt;" tests="4" failures="1" errors="1" skipped="1" time="1.500" timestamp="2026-11-20T09:00:00">
    <testcase classname="first &lt;&amp;&gt;" name="a" time="0"/>
    <testcase classname="first &lt;&amp;&gt;" name="b" time="0"><failure message="was &quot;wrong&quot;">wanted
\uFFFD&lt;came&gt;</failure></testcase>
    <testcase classname="first &lt;&amp;&gt;" name="c" time="0"><error message="no">nothing ran</error></testcase>
    <testcase classname="first &lt;&amp;&gt;" name="d" time="0"><skipped message="later"/></testcase>
    <system-out>besides &amp; more</system-out>
  </testsuite>
  <testsuite name="second" tests="0" failures="0" errors="0" skipped="0" time="0">
  </testsuite>
</testsuites>
`);
});
