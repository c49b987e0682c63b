import { compareConditions } from '../matching/condition.ts';
import type { Facts } from '../matching/facts.ts';
import type { Scenario, Step } from './scenario.ts';
import type { NearMiss } from '../exchange/script-trace.ts';
import type { Difference } from '../matching/difference.ts';

/** The result of comparing a request with the conditions of a step. */
interface Comparison {
  readonly step: Step;
  readonly fits: boolean;
  /** Fraction of the conditions that are met. */
  readonly closeness: number;
  /** Undefined if all are met. */
  readonly difference: Difference | undefined;
}

export const compare = (step: Step, facts: Facts): Comparison => {
  const { conditions } = step;
  const { held, difference } = compareConditions(conditions, facts);
  const closeness = conditions.length === 0 ? 1 : held / conditions.length;
  return { step, fits: difference === undefined, closeness, difference };
};

/** The conditions match, but the step was not used because of its state, count or repetition. */
const refused = (reason: string): Difference => ({ at: 'use', expected: 'the step is free', actual: reason });

/** The closest unused step: the one with the largest fraction of conditions met, the earliest among equals. */
export const nearestMiss = (
  { name }: Scenario,
  comparisons: readonly Comparison[],
  refusals: ReadonlyMap<Step, string>,
): NearMiss | undefined => {
  let best: Comparison | undefined;
  for (const comparison of comparisons)
    if (best === undefined || comparison.closeness > best.closeness) best = comparison;
  if (best === undefined) return undefined;
  const { step, difference = refused(refusals.get(step) ?? 'an earlier step was used') } = best;
  return toMiss(name, step, difference);
};

/** For a step after a check that the request did not pass. */
export const missBehindGate = ({ name }: Scenario, step: Step, endedAt: string, status: number): NearMiss =>
  toMiss(name, step, {
    at: 'stage',
    expected: 'a request that passes every check',
    actual: `it ended in the stage ${endedAt} with ${String(status)}`,
  });

const toMiss = (scenario: string, step: Step, difference: Difference): NearMiss => ({
  scenario,
  step: step.number,
  title: step.file.title,
  difference,
});
