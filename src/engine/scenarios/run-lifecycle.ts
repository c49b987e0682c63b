import type { Choices, Register } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ProblemCatalogue } from '../problems/problem.ts';
import type { ExpectationWatch } from './expectations/expectation-watch.ts';
import { type InstallFixtures, switchesIn } from './given.ts';
import type { ScenarioFinder, ScenarioRepository } from './repository.ts';
import { type TimelineActions, cancelTimeline, followRun } from './timeline.ts';
import { changeForScenario, endChangeOfScenario } from '../sandbox/organization-change.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type RunStart, type ScenarioRun, beginRun, scenarioRuns, type Switched, readRuns } from './run.ts';
import type { Scenario } from './scenario.ts';
import { STATE, states } from '../sandbox/sandbox-state.ts';

export interface ScenariosParts {
  readonly repository: ScenarioRepository;
  /** The problem types that steps may respond with; by default the engine's own. */
  readonly problems?: ProblemCatalogue;
  readonly happenings: TimelineActions;
  /** Validity of an Idempotency-Key, in milliseconds. */
  readonly idempotencyWindow: number;
  readonly installFixtures: InstallFixtures;
  /** The switches of sandboxes. */
  readonly register: Register;
  /**
   * Freezes the clock of a sandbox, now or at a future time; false if it stopped earlier because too much happened
   * until then.
   */
  readonly freeze: (sandbox: Sandbox, at: number | undefined) => Promise<boolean>;
  /** Compares requests with the expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
}

/** A transaction that changes which scenarios run in a sandbox, or how far they are. */
export interface Change {
  readonly sandbox: Sandbox;
  readonly work: UnitOfWork;
  /** Leaves a task for the time after the commit. */
  readonly later: (task: () => void) => void;
}

/** Runs work in a transaction, and after its commit the tasks that it has left. */
export const transact = async <T>(sandbox: Sandbox, work: (change: Change) => Promise<T>): Promise<T> => {
  const tasks: (() => void)[] = [];
  const result = await sandbox.transact((unit) => {
    // A store may run the work again.
    tasks.length = 0;
    return work({ sandbox, work: unit, later: (task) => tasks.push(task) });
  });
  for (const task of tasks) task();
  return result;
};

/** Begins and ends runs, with all that lasts as long as a run: its switches, its timeline and its change of the organization. */
export const createRunLifecycle = ({
  finder,
  register,
  expectations,
  changed,
}: Pick<ScenariosParts, 'register' | 'expectations'> & {
  readonly finder: ScenarioFinder;
  /** Called when other scenarios are active in a sandbox, or other runs of them. */
  readonly changed: (sandbox: Sandbox) => void;
}) => {
  const choicesIn = (work: UnitOfWork): Choices => work.get(states, STATE)?.assumed ?? register.initial.choices;

  const assume = ({ sandbox, work, later }: Change, choices: Choices): void => {
    const state = work.get(states, STATE);
    if (state !== undefined) work.update(states, state, { ...state, assumed: choices });
    const assumed = register.assume(choices);
    later(() => {
      sandbox.assumed = assumed;
    });
  };

  /** Sets switches until the run ends, and returns the record that it must keep. */
  const setSwitches = (change: Change, requested: Choices): Switched => {
    const before = choicesIn(change.work);
    const after = register.change(before, requested);
    assume(change, after);
    const ids = Object.keys(requested);
    return Object.fromEntries(ids.map((id) => [id, { before: before[id] ?? null, set: after[id] ?? null }]));
  };

  /** Restores the switches that a run has set, except those that have been changed since. */
  const takeBackSwitches = (change: Change, { name, switched = {} }: ScenarioRun): void => {
    const { work } = change;
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
    assume(change, Object.fromEntries(choices));
  };

  const remove = (change: Change, name: string): ScenarioRun | undefined => {
    const { sandbox, work, later } = change;
    const run = work.get(scenarioRuns, name);
    if (run?.switched !== undefined) takeBackSwitches(change, run);
    if (run !== undefined) work.remove(scenarioRuns, run);
    if (run?.isActive === true)
      later(() => {
        changed(sandbox);
      });
    endChangeOfScenario(work, name);
    return run;
  };

  return {
    changed,
    /**
     * Replaces the scenario's run, if it has one, by a new one: it becomes the youngest run. `kept` is what the new run
     * knows of the requests of the one before; with `countsOnTheWay`, expectations count requests that are in progress.
     */
    begin: (
      change: Change,
      scenario: Scenario,
      {
        isActive,
        given,
        countsOnTheWay = false,
        kept = {},
      }: RunStart & {
        readonly countsOnTheWay?: boolean;
        readonly kept?: Partial<Pick<ScenarioRun, 'counted' | 'keysRefused' | 'named'>>;
      },
    ): ScenarioRun => {
      const { sandbox, work, later } = change;
      const { name, file } = scenario;
      remove(change, name);
      if (isActive && file.organization !== undefined) changeForScenario(work, name, file.organization);
      const requested = isActive ? switchesIn(file.given ?? []) : {};
      const switched = Object.keys(requested).length === 0 ? undefined : setSwitches(change, requested);
      const run = work.insert(scenarioRuns, ({ random }) => ({
        ...beginRun(scenario, { random, now: work.now, isActive, given, switched }),
        ...kept,
      }));
      followRun(work, scenario, run, undefined);
      if (isActive)
        later(() => {
          changed(sandbox);
          expectations.begin(sandbox, scenario, run, { countsOnTheWay });
        });
      return run;
    },
    end: async (change: Change, name: string): Promise<void> => {
      const { sandbox, work, later } = change;
      if (remove(change, name) === undefined) return;
      later(() => {
        expectations.end(sandbox, name);
      });
      const scenario = await finder.find(work, name);
      if (scenario !== undefined) cancelTimeline(work, scenario);
    },
  };
};
