import type { Assumed, Choices, Register } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { ExpectationWatch } from './expectations/expectation-watch.ts';
import { type InstallFixtures, type GivenFixture, switchesIn, withGiven } from './given.ts';
import type { ScenarioRepository, ScenarioFinder } from './repository.ts';
import { type TimelineActions, cancelTimeline, scheduleBeginning } from './timeline.ts';
import { changeForScenario, endChangeOfScenario } from '../sandbox/organization-change.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type ScenarioRun, beginRun, scenarioRuns, type Switched, readRuns } from './run.ts';
import type { Scenario } from './scenario.ts';
import { NO_SOURCE, sourceOfWork } from './template.ts';
import { STATE, states } from '../sandbox/sandbox-state.ts';

export interface ScenariosParts {
  readonly repository: ScenarioRepository;
  /** The problem types that steps may respond with; by default the engine's own. */
  readonly problems?: ProblemCatalogue;
  readonly happenings: TimelineActions;
  /** Validity of an Idempotency-Key, in milliseconds. */
  readonly idempotencyWindow: number;
  /** Installs fixtures in a sandbox; undefined if there are none. */
  readonly installFixtures?: InstallFixtures;
  /** The switches of sandboxes; undefined if there are none. */
  readonly register?: Pick<Register, 'initial' | 'change' | 'assume'>;
  /**
   * Freezes the clock of a sandbox, now or at a future time; false if it stopped earlier because too much happened
   * until then.
   */
  readonly freeze: (sandbox: Sandbox, at: number | undefined) => Promise<boolean>;
  /** Compares requests with the expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
}

interface RunStart {
  readonly isActive: boolean;
  readonly given?: readonly GivenFixture[] | undefined;
  /** Expectations count requests that are in progress, too. */
  readonly countsOnTheWay?: boolean;
  /** What the new run knows of the requests of the one before. */
  readonly kept?: Partial<Pick<ScenarioRun, 'counted' | 'keysRefused' | 'named'>>;
}

/** Begins and ends the runs of one sandbox, with all that lasts as long as a run. */
interface RunLifecycle {
  /** Replaces the scenario's run, if it has one, by a new one: it becomes the youngest run. */
  readonly begin: (work: UnitOfWork, scenario: Scenario, start: RunStart, later: Later) => ScenarioRun;
  readonly end: (work: UnitOfWork, name: string, later: Later) => Promise<void>;
}

export const createRunLifecycle = (
  sandbox: Sandbox,
  { finder, register, expectations }: Pick<ScenariosParts, 'register' | 'expectations'> & { finder: ScenarioFinder },
): RunLifecycle => {
  const switches = register === undefined ? undefined : createScenarioSwitches(sandbox, register);

  const remove = (work: UnitOfWork, name: string, later: Later): ScenarioRun | undefined => {
    const run = work.get(scenarioRuns, name);
    if (run?.switched !== undefined) switches?.rollback(work, run, later);
    if (run !== undefined) work.remove(scenarioRuns, run);
    endChangeOfScenario(work, name);
    return run;
  };

  return {
    begin: (work, scenario, { isActive, given, countsOnTheWay = false, kept = {} }, later) => {
      const { name, file } = scenario;
      remove(work, name, later);
      cancelTimeline(work, scenario);
      if (isActive && file.organization !== undefined) changeForScenario(work, name, file.organization);
      const requested = isActive ? switchesIn(file.given ?? []) : {};
      const switched = Object.keys(requested).length === 0 ? undefined : switches?.set(work, requested, later);
      const run = work.insert(scenarioRuns, ({ random }) => ({
        ...beginRun(scenario, { random, now: work.now, isActive, given, switched }),
        ...kept,
      }));
      scheduleBeginning(work, scenario, withGiven(sourceOfWork(NO_SOURCE, work), run));
      if (isActive)
        later(() => {
          expectations.begin(sandbox, scenario, run, { countsOnTheWay });
        });
      return run;
    },
    end: async (work, name, later) => {
      if (remove(work, name, later) === undefined) return;
      later(() => {
        expectations.end(sandbox, name);
      });
      const scenario = await finder.find(work, name);
      if (scenario !== undefined) cancelTimeline(work, scenario);
    },
  };
};

/** The switches of a sandbox, for scenarios that set some of them until they end. */
interface ScenarioSwitches {
  /** Sets switches, and returns the record that the run must keep. */
  readonly set: (work: UnitOfWork, requested: Choices, later: Later) => Switched;
  /** Restores the switches that a run has set, except those that have been changed since. */
  readonly rollback: (work: UnitOfWork, run: ScenarioRun, later: Later) => void;
}

/** Registers a task to run after the commit. */
export type Later = (task: () => void) => void;

/** Runs work in a transaction, and after its commit the tasks that it has left. */
export const transact = async <T>(
  sandbox: Sandbox,
  work: (unit: UnitOfWork, later: Later) => Promise<T>,
): Promise<T> => {
  const tasks: (() => void)[] = [];
  const result = await sandbox.transact((unit) => {
    // A store may run the work again.
    tasks.length = 0;
    return work(unit, (task) => tasks.push(task));
  });
  for (const task of tasks) task();
  return result;
};

const createScenarioSwitches = (
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
