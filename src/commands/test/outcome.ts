import type { Finding, ScenarioReport, ExpectationVerdict } from '../../generated/control-schemas.ts';
import { type ChildEnd, isSuccess, formatEnd } from './run-child.ts';
import { styleText } from 'node:util';
import { formatExpectation } from '../../engine/scenarios/expectations/format-report.ts';
import type { TestCase, TestSuite } from '../../kernel/test-report.ts';

/** Result of one scenario. */
export interface ScenarioOutcome {
  readonly scenario: string;
  /** What the scenario teaches. */
  readonly teaches: string | null;
  readonly report: ScenarioReport;
  /** Switches that the scenario sets itself: alternatives by assumption id. */
  readonly assumed: Readonly<Record<string, string>>;
  /** Undefined if no command was run. */
  readonly command: ChildEnd | undefined;
  readonly findings: readonly Finding[];
  /** Why the final report could not be read; the report is then the initial one. */
  readonly trouble?: string;
  /** Number of requests of any kind. */
  readonly requests: number;
  /** Whether certain findings fail the scenario. */
  readonly failsOnFindings: boolean;
  /** Milliseconds since the epoch, wall time; and the duration. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Findings that a correct client cannot produce. */
const certainFindings = ({ findings }: ScenarioOutcome): readonly Finding[] =>
  findings.filter(({ certain }) => certain);

/** A client that sends no request also meets every "at most" expectation; it probably talks to another server. */
const isSilent = ({ requests, report: { expectations } }: ScenarioOutcome): boolean =>
  requests === 0 && expectations.some(({ about }) => about === 'requests');

const SILENCE =
  'the client sent no request, so nothing was tested. Does it use VATMOCK_BASE_URL and VATMOCK_TOKEN_URL?';

export const isPassed = (outcome: ScenarioOutcome): boolean =>
  outcome.report.verdict === 'met' &&
  outcome.trouble === undefined &&
  !isSilent(outcome) &&
  (outcome.command === undefined || isSuccess(outcome.command)) &&
  !(outcome.failsOnFindings && certainFindings(outcome).length > 0);

type Style = 'green' | 'red' | 'yellow' | 'bold';

/** No colours if stdout is not a terminal, or NO_COLOR is set. */
const inStyle = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

const LABELS: Readonly<Record<ExpectationVerdict, readonly [label: string, style: Style]>> = {
  met: ['met', 'green'],
  'not-met': ['not met', 'red'],
  // At the end, an open expectation can no longer be met.
  open: ['not met', 'red'],
};

const WIDTH = 9;

const row = ([label, style]: readonly [string, Style], [first = '', ...others]: readonly string[]): string[] => [
  `  ${inStyle(style, label.padEnd(WIDTH))}${first}`,
  ...others.map((line) => `  ${' '.repeat(WIDTH)}${line}`),
];

/** Expected and observed requests of one scenario. */
export const printOutcome = (outcome: ScenarioOutcome): string => {
  const { scenario, teaches, report, command, trouble, findings } = outcome;
  const head = inStyle('bold', scenario) + (teaches === null ? '' : `: ${teaches}`);
  const nothing = report.expectations.length === 0 ? ['  The scenario has no expectations.'] : [];
  return [
    head,
    ...nothing,
    ...report.expectations.flatMap((expectation) => row(LABELS[expectation.verdict], formatExpectation(expectation))),
    ...(command === undefined ? [] : row(['command', isSuccess(command) ? 'green' : 'red'], [formatEnd(command)])),
    ...(trouble === undefined ? [] : row(['trouble', 'red'], [trouble])),
    ...(isSilent(outcome) ? row(['nothing', 'red'], [SILENCE]) : []),
    ...findings.flatMap((finding) => row(['finding', 'yellow'], formatFinding(finding))),
    '',
  ].join('\n');
};

export const printSummary = (outcomes: readonly ScenarioOutcome[]): string => {
  const passed = outcomes.filter(isPassed).length;
  const expectations = outcomes.flatMap(({ report }) => report.expectations);
  const met = expectations.filter(({ verdict }) => verdict === 'met').length;
  const commands = outcomes.flatMap(({ command }) => (command === undefined ? [] : [command]));
  const failed = commands.filter((command) => !isSuccess(command)).length;
  const findings = outcomes.reduce((count, outcome) => count + outcome.findings.length, 0);
  return [
    `${counted(outcomes.length, 'scenario')}: ${String(passed)} passed, ${String(outcomes.length - passed)} failed`,
    `${counted(expectations.length, 'expectation')}: ${String(met)} met, ${String(expectations.length - met)} not met`,
    ...(commands.length === 0 ? [] : [`${counted(commands.length, 'command')}: ${String(failed)} failed`]),
    ...(findings === 0 ? [] : [counted(findings, 'finding')]),
  ].join('; ');
};

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

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
const formatFinding = (finding: Finding): readonly string[] => {
  const { rule, title, detail, remedy, count, certain, requests, deliveries } = finding;
  return [
    `${rule}: ${title}${count > 1 ? ` (${String(count)} times)` : ''}${certain ? '' : ' (perhaps)'}`,
    detail,
    ...(requests.length === 0 ? [] : [`requests: ${requests.join(', ')}`]),
    ...(deliveries.length === 0 ? [] : [`deliveries: ${deliveries.join(', ')}`]),
    `remedy: ${remedy}`,
  ];
};
