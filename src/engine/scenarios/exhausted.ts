import type { ScenarioRun } from './run.ts';
import type { Scenario, Step } from './scenario.ts';

/** The progress of a run, as far as it decides which steps can still be used. */
type Progress = Pick<ScenarioRun, 'state' | 'uses' | 'seen' | 'timelineResults'>;

/** Whether none of these steps can be used again, whatever requests come and time passes. */
export const isExhausted = (scenario: Scenario, run: Progress, steps = scenario.steps): boolean => {
  if (steps.length === 0) return false;
  const ahead = statesAhead(scenario, run);
  return !steps.some((step) => !isSpent(step, run) && ahead.has(step.file.inState ?? run.state));
};

const isSpent = ({ number, file: { times, nth } }: Step, { uses, seen }: Progress): boolean =>
  (times !== undefined && (uses[String(number)] ?? 0) >= times) ||
  (nth !== undefined && (seen[String(number)] ?? 0) >= nth);

/** The current state, and those that steps and timeline may still lead to. */
const statesAhead = ({ steps, file: { timeline = [] } }: Scenario, run: Progress): ReadonlySet<string> => {
  const ahead = new Set([run.state]);
  const over = new Set(run.timelineResults.map(({ entry }) => entry));
  // A set that grows during its iteration is iterated to its end.
  for (const state of ahead) {
    for (const step of steps) {
      const { inState = state, moveTo } = step.file;
      if (moveTo !== undefined && inState === state && !isSpent(step, run)) ahead.add(moveTo);
    }
    for (const [index, { from, moveTo }] of timeline.entries())
      if (moveTo !== undefined && (from === undefined ? !over.has(index + 1) : from === state)) ahead.add(moveTo);
  }
  return ahead;
};
