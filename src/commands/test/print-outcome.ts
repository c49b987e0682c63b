import { styleText } from 'node:util';
import type { ExpectationVerdict } from '../../generated/control-schemas.ts';
import { formatExpectation } from '../../engine/scenarios/expectations/format-report.ts';
import { type ScenarioOutcome, SILENCE, isPassed, isSilent } from './outcome.ts';
import { isSuccess, formatEnd } from './run-child.ts';
import { formatFinding } from './to-suite.ts';

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
