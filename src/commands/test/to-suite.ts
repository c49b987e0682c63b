import type { Finding } from '../../generated/control-schemas.ts';
import { formatExpectation } from '../../engine/scenarios/expectations/format-report.ts';
import type { TestCase, TestSuite } from '../../kernel/test-report.ts';
import { type ScenarioOutcome, SILENCE, certainFindings, isSilent } from './outcome.ts';
import { isSuccess, formatEnd } from './run-child.ts';

/** A scenario in a CI report: its name, duration, test cases, and readable findings. */
export const toSuite = (outcome: ScenarioOutcome): TestSuite => {
  const { scenario, startedAt, milliseconds, findings } = outcome;
  const output = findings.flatMap(formatFinding).join('\n');
  return { name: scenario, cases: toCases(outcome), milliseconds, startedAt, ...(output === '' ? {} : { output }) };
};

/**
 * One case per expectation, one for the command, and, if requested, one for findings. A failed command is an error, not
 * a failure.
 */
export const toCases = (outcome: ScenarioOutcome): readonly TestCase[] => {
  const { report, command, trouble, failsOnFindings } = outcome;
  const cases = report.expectations.map((expectation) =>
    toCase(
      `${String(expectation.number)}. ${expectation.wanted}`,
      expectation.verdict === 'met' ? 'passed' : 'failed',
      {
        message: expectation.fault ?? expectation.came,
        lines: formatExpectation(expectation),
      },
    ),
  );
  if (command !== undefined)
    cases.push(
      toCase('command', isSuccess(command) ? 'passed' : 'error', { message: `the command ${formatEnd(command)}` }),
    );
  if (trouble !== undefined) cases.push(toCase('scenario', 'error', { message: trouble }));
  if (isSilent(outcome)) cases.push(toCase('requests', 'error', { message: SILENCE }));
  const certain = certainFindings(outcome);
  if (failsOnFindings)
    cases.push(
      toCase('findings', certain.length === 0 ? 'passed' : 'failed', {
        message: certain.map(({ rule }) => rule).join(', '),
        lines: certain.flatMap(formatFinding),
      }),
    );
  return cases;
};

interface Reason {
  readonly message: string;
  readonly lines?: readonly string[];
}

const toCase = (name: string, result: TestCase['result'], { message, lines = [message] }: Reason): TestCase =>
  result === 'passed' ? { name, result } : { name, result, message, details: lines.join('\n') };

/** Formats a finding as readable lines. */
export const formatFinding = (finding: Finding): readonly string[] => {
  const { rule, title, detail, remedy, count, certain, requests, deliveries } = finding;
  return [
    `${rule}: ${title}${count > 1 ? ` (${String(count)} times)` : ''}${certain ? '' : ' (perhaps)'}`,
    detail,
    ...(requests.length === 0 ? [] : [`requests: ${requests.join(', ')}`]),
    ...(deliveries.length === 0 ? [] : [`deliveries: ${deliveries.join(', ')}`]),
    `remedy: ${remedy}`,
  ];
};
