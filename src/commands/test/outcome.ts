import type { Finding, ScenarioReport, CoverageReport } from '../../generated/control-schemas.ts';
import { type ChildEnd, isSuccess, formatEnd } from './run-child.ts';
import { styleText, stripVTControlCharacters } from 'node:util';
import { formatExpectation } from '../../engine/scenarios/expectations/format-report.ts';
import { type TestCase, type TestSuite, toJunit } from '../../kernel/test-report.ts';
import { counted } from '../../kernel/sentence.ts';
import path from 'node:path';

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

/** Something that was checked: a row of the output, and a case of the report. */
interface Check {
  readonly label: string;
  readonly name: string;
  /** A failed command is an error, not a failure. */
  readonly result: TestCase['result'];
  readonly message: string;
  readonly details?: readonly string[];
  /** In the output; by default the details. */
  readonly row?: readonly string[];
}

const SILENCE =
  'the client sent no request, so nothing was tested. Does it use VATMOCK_BASE_URL and VATMOCK_TOKEN_URL?';

const checksOf = ({
  report: { expectations },
  command,
  trouble,
  findings,
  requests,
  failsOnFindings,
}: ScenarioOutcome): readonly Check[] => {
  const checks = expectations.map((expectation): Check => {
    // At the end, an open expectation can no longer be met.
    const isMet = expectation.verdict === 'met';
    return {
      label: isMet ? 'met' : 'not met',
      name: `${expectation.number}. ${expectation.wanted}`,
      result: isMet ? 'passed' : 'failed',
      message: expectation.fault ?? expectation.came,
      details: formatExpectation(expectation),
    };
  });
  if (command !== undefined) {
    const end = formatEnd(command);
    const result = isSuccess(command) ? 'passed' : 'error';
    checks.push({ label: 'command', name: 'command', result, message: `the command ${end}`, row: [end] });
  }
  if (trouble !== undefined) checks.push({ label: 'trouble', name: 'scenario', result: 'error', message: trouble });
  // A client that sends no request also meets every "at most" expectation; it probably talks to another server.
  if (requests === 0 && expectations.some(({ about }) => about === 'requests'))
    checks.push({ label: 'nothing', name: 'requests', result: 'error', message: SILENCE });
  if (failsOnFindings) {
    // Those that a correct client cannot produce. The output has all findings anyway.
    const certain = findings.filter((finding) => finding.certain);
    const message = certain.map(({ rule }) => rule).join(', ');
    const result = certain.length === 0 ? 'passed' : 'failed';
    checks.push({ label: '', name: 'findings', result, message, details: certain.flatMap(formatFinding), row: [] });
  }
  return checks;
};

export const isPassed = (outcome: ScenarioOutcome): boolean =>
  checksOf(outcome).every(({ result }) => result === 'passed');

type Style = 'green' | 'red' | 'yellow' | 'bold';

/** No colours if stdout is not a terminal, or NO_COLOR is set. */
const inStyle = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

const WIDTH = 9;

const row = (label: string, style: Style, [first, ...others]: readonly string[]): string[] =>
  first === undefined
    ? []
    : [`  ${inStyle(style, label.padEnd(WIDTH))}${first}`, ...others.map((line) => `  ${' '.repeat(WIDTH)}${line}`)];

/** Expected and observed requests of one scenario. */
export const printOutcome = (outcome: ScenarioOutcome): string => {
  const { scenario, teaches, report, findings } = outcome;
  return [
    inStyle('bold', scenario) + (teaches === null ? '' : `: ${teaches}`),
    ...(report.expectations.length === 0 ? ['  The scenario has no expectations.'] : []),
    ...checksOf(outcome).flatMap(({ label, result, message, details = [message], row: shown = details }) =>
      row(label, result === 'passed' ? 'green' : 'red', shown),
    ),
    ...findings.flatMap((finding) => row('finding', 'yellow', formatFinding(finding))),
    '',
  ].join('\n');
};

const countsOf = (outcomes: readonly ScenarioOutcome[]) => {
  const expectations = outcomes.flatMap(({ report }) => report.expectations);
  return {
    expectations: expectations.length,
    met: expectations.filter(({ verdict }) => verdict === 'met').length,
    findings: outcomes.reduce((count, outcome) => count + outcome.findings.length, 0),
  };
};

export const printSummary = (outcomes: readonly ScenarioOutcome[]): string => {
  const passed = outcomes.filter(isPassed).length;
  const { expectations, met, findings } = countsOf(outcomes);
  const commands = outcomes.flatMap(({ command }) => (command === undefined ? [] : [command]));
  const failed = commands.filter((command) => !isSuccess(command)).length;
  return [
    `${counted(outcomes.length, 'scenario')}: ${passed} passed, ${outcomes.length - passed} failed`,
    `${counted(expectations, 'expectation')}: ${met} met, ${expectations - met} not met`,
    ...(commands.length === 0 ? [] : [`${counted(commands.length, 'command')}: ${failed} failed`]),
    ...(findings === 0 ? [] : [counted(findings, 'finding')]),
  ].join('; ');
};

/** A scenario in a CI report: its name, duration, test cases, and readable findings. */
export const toSuite = (outcome: ScenarioOutcome): TestSuite => {
  const { scenario, startedAt, milliseconds, findings } = outcome;
  const output = findings.flatMap(formatFinding).join('\n');
  return { name: scenario, cases: toCases(outcome), milliseconds, startedAt, ...(output === '' ? {} : { output }) };
};

export const toCases = (outcome: ScenarioOutcome): readonly TestCase[] =>
  checksOf(outcome).map(({ name, result, message, details = [message] }) =>
    result === 'passed' ? { name, result } : { name, result, message, details: details.join('\n') },
  );

/** Formats a finding as readable lines. */
const formatFinding = (finding: Finding): readonly string[] => {
  const { rule, title, detail, remedy, count, certain, requests, deliveries } = finding;
  return [
    `${rule}: ${title}${count > 1 ? ` (${count} times)` : ''}${certain ? '' : ' (perhaps)'}`,
    detail,
    ...(requests.length === 0 ? [] : [`requests: ${requests.join(', ')}`]),
    ...(deliveries.length === 0 ? [] : [`deliveries: ${deliveries.join(', ')}`]),
    `remedy: ${remedy}`,
  ];
};

/** The files of a folder that CI servers read. */
export const toReports = (
  outcomes: readonly ScenarioOutcome[],
  coverage: CoverageReport,
  folder: string,
): readonly { readonly file: string; readonly text: string }[] => [
  { file: path.join(folder, 'junit.xml'), text: toJunit('vatmock test', outcomes.map(toSuite)) },
  { file: path.join(folder, 'summary.md'), text: toSummary(outcomes, coverage) },
];

/** Markdown. What the client sent is indented as code, so that it cannot become Markdown or HTML. */
const toSummary = (outcomes: readonly ScenarioOutcome[], { summary }: CoverageReport): string => {
  const share = (name: keyof typeof summary, words: string): string =>
    `${summary[name].met} of ${summary[name].described} ${words}`;
  return [
    `## vatmock test: ${outcomes.filter(isPassed).length} of ${counted(outcomes.length, 'scenario')} passed`,
    '',
    '| Scenario | Result | Expectations met | Findings |',
    '| --- | --- | --- | --- |',
    ...outcomes.map((outcome) => {
      const { met, expectations } = countsOf([outcome]);
      const result = isPassed(outcome) ? 'passed' : '**failed**';
      return `| ${outcome.scenario} | ${result} | ${met} of ${expectations} | ${outcome.findings.length} |`;
    }),
    '',
    `The client met ${share('operations', 'operations')}, ${share('answers', 'responses')}, ${share('problemTypes', 'problem types')}, ${share('events', 'events')} and ${share('capabilities', 'capabilities')}.`,
    ...outcomes
      .filter((outcome) => !isPassed(outcome) || outcome.findings.length > 0)
      .map((outcome) => `\n${stripVTControlCharacters(printOutcome(outcome)).replaceAll(/^(?=.)/gm, '    ')}`),
    '',
  ].join('\n');
};
