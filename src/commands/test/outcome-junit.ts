import { escapeXml } from '../../engine/coaching/coverage-junit.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Case, Outcome } from './outcome.ts';
import { tellFinding, toCases } from './to-cases.ts';

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const count = (cases: readonly Case[], result: Case['result']): string =>
  String(cases.filter((each) => each.result === result).length);

const totals = (cases: readonly Case[]): string =>
  `tests="${String(cases.length)}" failures="${count(cases, 'failed')}" errors="${count(cases, 'error')}" skipped="0"`;

/** As JUnit XML: a suite for each scenario, a test for each expectation. A command that failed is an error, no failure. */
export const toOutcomeJunit = (outcomes: readonly Outcome[]): string => {
  const all = outcomes.flatMap(toCases);
  const time = seconds(outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="vatmock test" ${totals(all)} time="${time}">`,
    ...outcomes.map(toSuite),
    '</testsuites>',
    '',
  ].join('\n');
};

const toSuite = (outcome: Outcome): string => {
  const { scenario, startedAt, milliseconds, findings } = outcome;
  const cases = toCases(outcome);
  const timestamp = toIsoDateTime(startedAt).slice(0, 19);
  return [
    `  <testsuite name="${escapeXml(scenario)}" ${totals(cases)} time="${seconds(milliseconds)}" timestamp="${timestamp}">`,
    ...cases.map((each) => toTest(scenario, each)),
    ...(findings.length === 0
      ? []
      : [`    <system-out>${escapeXml(findings.flatMap(tellFinding).join('\n'))}</system-out>`]),
    '  </testsuite>',
  ].join('\n');
};

const toTest = (scenario: string, { name, result, message, lines }: Case): string => {
  const attributes = `classname="${escapeXml(scenario)}" name="${escapeXml(name)}" time="0"`;
  if (result === 'passed') return `    <testcase ${attributes}/>`;
  const element = result === 'failed' ? 'failure' : 'error';
  return `    <testcase ${attributes}><${element} message="${escapeXml(message)}">${escapeXml(lines.join('\n'))}</${element}></testcase>`;
};
