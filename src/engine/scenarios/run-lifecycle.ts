import { changeForScenario, endChangeOfScenario } from '../sandbox/organization-change.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type GivenFixture, switchesIn, withGiven } from './given.ts';
import type { ScenarioFinder } from './repository.ts';
import { type ScenarioRun, beginRun, scenarioRuns } from './run.ts';
import type { Scenario } from './scenario.ts';
import type { ScenariosParts } from './scenarios-parts.ts';
import { NO_SOURCE, sourceOfWork } from './source.ts';
import { type Later, createScenarioSwitches } from './switched.ts';
import { cancelTimeline, scheduleBeginning } from './timeline.ts';

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
