import type { ExpectationReport, ExpectationVerdict, ScenarioReport } from '../../../generated/control-schemas.ts';

export type { ExpectationReport, ExpectationVerdict, ScenarioReport } from '../../../generated/control-schemas.ts';

/** What the requests and events have shown; whether the scenario has steps left is not theirs to know. */
export type ObservedReport = Omit<ScenarioReport, 'exhausted'>;

export type Closest = NonNullable<ExpectationReport['closest']>;

export const verdictOf = (reports: readonly Pick<ExpectationReport, 'verdict'>[]): ExpectationVerdict => {
  if (reports.some(({ verdict }) => verdict === 'not-met')) return 'not-met';
  return reports.some(({ verdict }) => verdict === 'open') ? 'open' : 'met';
};
