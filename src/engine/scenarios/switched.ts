import type { Assumed } from '../assumptions/assumed.ts';
import type { Choices } from '../assumptions/assumption.ts';
import type { Register } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { STATE, states } from '../sandbox/sandbox-state.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type ScenarioRun, type Switched, readRuns, scenarioRuns } from './run.ts';

/** The switches of a sandbox, for scenarios that set some of them until they end. */
interface ScenarioSwitches {
  /** Sets switches, and returns the record that the run must keep. */
  readonly set: (work: UnitOfWork, requested: Choices, later: Later) => Switched;
  /** Restores the switches that a run has set, except those that have been changed since. */
  readonly rollback: (work: UnitOfWork, run: ScenarioRun, later: Later) => void;
}

/** Registers a task to run after the commit. */
export type Later = (task: () => void) => void;

export const createScenarioSwitches = (
  sandbox: Pick<Sandbox, 'assumed'>,
  register: Pick<Register, 'initial' | 'change' | 'assume'>,
): ScenarioSwitches => {
  const choicesIn = (work: UnitOfWork): Choices => work.get(states, STATE)?.assumed ?? register.initial.choices;

  const assume = (work: UnitOfWork, choices: Choices, later: Later): void => {
    const state = work.get(states, STATE);
    if (state !== undefined) work.update(states, state, { ...state, assumed: choices });
    const assumed: Assumed = register.assume(choices);
    later(() => {
      sandbox.assumed = assumed;
    });
  };

  return {
    set: (work, requested, later) => {
      const before = choicesIn(work);
      const after = register.change(before, requested);
      assume(work, after, later);
      const ids = Object.keys(requested);
      return Object.fromEntries(ids.map((id) => [id, { before: before[id] ?? null, set: after[id] ?? null }]));
    },
    rollback: (work, { name, switched = {} }, later) => {
      const choices = new Map(Object.entries(choicesIn(work)));
      const runs = readRuns(work);
      const younger = runs.slice(runs.findIndex((run) => run.name === name) + 1);
      for (const [id, { before, set }] of Object.entries(switched)) {
        // If a later run has set the switch too, that run restores the value from before this one.
        const next = younger.find((run) => run.switched?.[id]?.before === set);
        if (next?.switched?.[id] !== undefined) {
          const own = { ...next.switched[id], before };
          work.update(scenarioRuns, next, { ...next, switched: { ...next.switched, [id]: own } });
        } else if ((choices.get(id) ?? null) === set) {
          if (before === null) choices.delete(id);
          else choices.set(id, before);
        }
      }
      assume(work, Object.fromEntries(choices), later);
    },
  };
};
