import type { Finding } from '../../engine/coaching/finding.ts';
import { tellExpectation } from '../../engine/scenarios/expectations/tell.ts';
import { type Case, type Outcome, SILENCE, certainFindings, isSilent } from './outcome.ts';
import { isSuccess, tellEnd } from './run-child.ts';

/** What a report for a build server lists: one case for each expectation, for the command, and where asked for findings. */
export const toCases = (outcome: Outcome): readonly Case[] => {
  const { report, command, trouble, failsOnFindings } = outcome;
  const cases: Case[] = report.expectations.map((expectation) => ({
    name: `${String(expectation.number)}. ${expectation.wanted}`,
    result: expectation.verdict === 'met' ? 'passed' : 'failed',
    message: expectation.fault ?? expectation.came,
    lines: tellExpectation(expectation),
  }));
  if (command !== undefined)
    cases.push({
      name: 'command',
      result: isSuccess(command) ? 'passed' : 'error',
      message: `the command ${tellEnd(command)}`,
      lines: [`the command ${tellEnd(command)}`],
    });
  if (trouble !== undefined) cases.push({ name: 'scenario', result: 'error', message: trouble, lines: [trouble] });
  if (isSilent(outcome)) cases.push({ name: 'requests', result: 'error', message: SILENCE, lines: [SILENCE] });
  const certain = certainFindings(outcome);
  if (failsOnFindings)
    cases.push({
      name: 'findings',
      result: certain.length === 0 ? 'passed' : 'failed',
      message: certain.map(({ rule }) => rule).join(', '),
      lines: certain.length === 0 ? ['none'] : certain.flatMap(tellFinding),
    });
  return cases;
};

/** A finding in lines for people. */
export const tellFinding = (finding: Finding): readonly string[] => {
  const { rule, title, detail, remedy, count, certain, requests, deliveries } = finding;
  return [
    `${rule}: ${title}${count > 1 ? ` (${String(count)} times)` : ''}${certain ? '' : ' (perhaps)'}`,
    detail,
    ...(requests.length === 0 ? [] : [`requests: ${requests.join(', ')}`]),
    ...(deliveries.length === 0 ? [] : [`deliveries: ${deliveries.join(', ')}`]),
    `remedy: ${remedy}`,
  ];
};
