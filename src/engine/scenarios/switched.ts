import type { Assumed } from '../assumptions/assumed.ts';
import type { Choices } from '../assumptions/assumption.ts';
import type { Register } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { STATE, states } from '../sandbox/sandbox-state.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type ScenarioRun, type Switched, readRuns, scenarioRuns } from './run.ts';

/** The switches of a sandbox, for scenarios that set some of them until they end. */
export interface ScenarioSwitches {
  /** Sets switches, and returns the record that the run must keep. */
  readonly set: (work: UnitOfWork, requested: Choices, later: Later) => Promise<Switched>;
  /** Restores the switches that a run has set, except those that have been changed since. */
  readonly rollback: (work: UnitOfWork, run: ScenarioRun, later: Later) => Promise<void>;
}

/** Registers a task to run after the commit. */
export type Later = (task: () => void) => void;

export const createScenarioSwitches = (
  sandbox: Pick<Sandbox, 'assumed'>,
  register: Pick<Register, 'initial' | 'change' | 'assume'>,
): ScenarioSwitches => {
  const choicesIn = async (work: UnitOfWork): Promise<Choices> =>
    (await work.get(states, STATE))?.assumed ?? register.initial.choices;

  const assume = async (work: UnitOfWork, choices: Choices, later: Later): Promise<void> => {
    const state = await work.get(states, STATE);
    if (state !== undefined) await work.update(states, state, { ...state, assumed: choices });
    const assumed: Assumed = register.assume(choices);
    later(() => {
      sandbox.assumed = assumed;
    });
  };

  return {
    set: async (work, requested, later) => {
      const before = await choicesIn(work);
      const after = register.change(before, requested);
      await assume(work, after, later);
      const ids = Object.keys(requested);
      return Object.fromEntries(ids.map((id) => [id, { before: before[id] ?? null, set: after[id] ?? null }]));
    },
    rollback: async (work, { name, switched = {} }, later) => {
      const choices = new Map(Object.entries(await choicesIn(work)));
      const runs = await readRuns(work);
      const younger = runs.slice(runs.findIndex((run) => run.name === name) + 1);
      for (const [id, { before, set }] of Object.entries(switched)) {
        // If a later run has set the switch too, that run restores the value from before this one.
        const next = younger.find((run) => run.switched?.[id]?.before === set);
        if (next?.switched?.[id] !== undefined) {
          const own = { ...next.switched[id], before };
          await work.update(scenarioRuns, next, { ...next, switched: { ...next.switched, [id]: own } });
        } else if ((choices.get(id) ?? null) === set) {
          if (before === null) choices.delete(id);
          else choices.set(id, before);
        }
      }
      await assume(work, Object.fromEntries(choices), later);
    },
  };
};
