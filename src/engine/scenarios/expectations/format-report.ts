import type { ExpectationReport, ScenarioReport } from '../../../generated/control-schemas.ts';
import { nameOf, type Closest } from './evaluation.ts';

/** Number of matches listed; the report contains more. */
const NAMED = 3;

/** The expected and the actual requests or events, as lines of text. */
export const formatExpectation = (report: ExpectationReport): readonly string[] => {
  const { wanted, came, verdict, fault, because, closest } = report;
  const named = [...report.requests, ...report.events].map(nameOf);
  const left = report.count - NAMED;
  const isMet = verdict === 'met';
  const isUnknown = verdict === 'open' && report.count >= report.atLeast;
  return [
    wanted,
    `${came}${named.length === 0 ? '' : ':'}`,
    ...named.slice(0, NAMED).map((name) => `  ${name}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...(fault === null ? [] : [fault]),
    ...(isUnknown ? ['what happened before the server started is unknown'] : []),
    ...(isMet || closest === null || fault !== null ? [] : formatClosest(closest)),
    ...(isMet || because === null ? [] : [`because: ${because}`]),
  ];
};

const formatClosest = ({ request, event, difference: { at, expected, actual } }: Closest): readonly string[] => {
  const came = request ?? event;
  return came === null ? [] : [`closest: ${nameOf(came)}: ${at}: expected ${expected}, but ${actual}`];
};

/** Why a second run of a client may have tested nothing. */
const EXHAUSTED = 'all steps of the scenario are used up: activate it again before another run';

/** The expectations of a scenario that are not met, as text; meaningful only if there are any. */
export const formatShortfall = ({ scenario, exhausted, expectations }: ScenarioReport): string => {
  const short = expectations.filter(({ verdict }) => verdict !== 'met');
  const head = `scenario ${scenario}: ${short.length} of ${expectations.length} expectations ${short.length === 1 ? 'is' : 'are'} not met`;
  return [
    head,
    ...short.flatMap((report) => {
      const [wanted, ...others] = formatExpectation(report);
      return [`  ${report.number}. ${String(wanted)}`, ...others.map((line) => `     ${line}`)];
    }),
    ...(exhausted ? [`  ${EXHAUSTED}`] : []),
  ].join('\n');
};
