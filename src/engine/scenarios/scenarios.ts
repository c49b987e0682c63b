import { defined } from '../../kernel/defined.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { keyRecords } from '../idempotency/key-record.ts';
import { problem } from '../problems/problem.ts';
import type { FindRules, RulesInForce } from '../webhooks/faults.ts';
import type { JobHandlers } from '../sandbox/job-handlers.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { TemplateSource } from './template.ts';
import {
  isExhausted,
  type Claimed,
  type ScenarioRun,
  claimNamedStep,
  claimStep,
  readRuns,
  scenarioRuns,
} from './run.ts';
import { type Change, type ScenariosParts, createRunLifecycle, transact } from './run-lifecycle.ts';
import { createSandboxScenarios } from './sandbox-scenarios.ts';
import { type Play, STARTED, type Scenario, type Step, playsIn } from './scenario.ts';
import { type ScenarioSet, createScenarioFinder } from './repository.ts';
import { TIMELINE_JOB, createTimelineHandler, followRun } from './timeline.ts';

export interface ClaimedStep extends Claimed {
  readonly before: ScenarioRun;
  /** No step is used because none of those that match can be used again. */
  readonly isExhausted: boolean;
}

/** The active scenarios of a sandbox, with their steps for each operation requested so far. */
interface Active {
  readonly set: ScenarioSet | undefined;
  readonly scenarios: readonly Scenario[];
  readonly plays: Map<string, readonly Play[]>;
  readonly deliveryRules: readonly RulesInForce[];
}

export type Scenarios = ReturnType<typeof createScenarios>;

/** Plays and controls scenarios; one instance for all sandboxes of a server. */
export const createScenarios = (parts: ScenariosParts) => {
  const { repository, problems, happenings, expectations, idempotencyWindow } = parts;
  const finder = createScenarioFinder(repository, problems);
  // Caches only which scenarios are active; their progress is in the store.
  const active = new WeakMap<Sandbox, Active | Promise<Active>>();
  const runs = createRunLifecycle({ ...parts, finder, changed: (sandbox) => active.delete(sandbox) });

  const loadActive = async (sandbox: Sandbox, reading: Reading): Promise<Active> => {
    const running = readRuns(reading).filter(({ isActive }) => isActive);
    // Avoid loading files while nothing is active.
    const set = running.length === 0 ? undefined : await repository.load();
    const scenarios: Scenario[] = [];
    const deliveryRules: RulesInForce[] = [];
    for (const run of running) {
      const scenario = await finder.find(reading, run.name);
      if (scenario === undefined) continue;
      scenarios.push(scenario);
      if (run.digest === scenario.digest) expectations.resume(sandbox, scenario, run);
      const rules = scenario.file.deliveries;
      if (rules !== undefined)
        deliveryRules.push({ by: `scenario ${scenario.name}`, since: run.begunAt, chance: run.chance, rules });
    }
    return { set, scenarios, plays: new Map(), deliveryRules };
  };

  const load = (sandbox: Sandbox): Promise<Active> => {
    const loading = sandbox.read((reading) => loadActive(sandbox, reading));
    active.set(sandbox, loading);
    return loading.then(
      (loaded) => {
        // A change of the active scenarios during loading has removed this promise; they are loaded again then.
        if (active.get(sandbox) === loading) active.set(sandbox, loaded);
        return loaded;
      },
      (error: unknown) => {
        active.delete(sandbox);
        throw error;
      },
    );
  };

  /** Undefined if they have to be loaded: files may have changed. */
  const known = (sandbox: Sandbox): Active | undefined => {
    const found = active.get(sandbox);
    if (found === undefined || found instanceof Promise) return undefined;
    return found.set === undefined || found.set === repository.current() ? found : undefined;
  };

  const playsOf = ({ scenarios, plays }: Active, operationId: string): readonly Play[] =>
    getOrInsert(plays, operationId, () => playsIn(scenarios, operationId));

  /**
   * A scenario whose file changed while it was active is played, and counted, from the beginning. One that only calls by
   * its name have used still knows them.
   */
  const beginAnew = (change: Change, scenario: Scenario, before: ScenarioRun | undefined): ScenarioRun => {
    const { isActive = false, given, digest, counted = [], keysRefused = [], named } = before ?? {};
    const kept = digest === scenario.digest ? { counted, keysRefused, ...defined({ named }) } : {};
    return runs.begin(change, scenario, { isActive, given, countsOnTheWay: true, kept });
  };

  return {
    /**
     * The steps for an operation, of the scenarios active in the sandbox, or of the one that the request names.
     * Synchronously an empty list if there are none.
     */
    playsFor: (
      sandbox: Sandbox,
      operationId: string,
      named: string | undefined,
    ): readonly Play[] | Promise<readonly Play[]> => {
      if (named !== undefined)
        return sandbox
          .read((reading) => finder.need(reading, named, 'X-Mock-Scenario'))
          .then((scenario) => playsIn([scenario], operationId, true));
      const found = known(sandbox);
      if (found !== undefined) return playsOf(found, operationId);
      const loading = active.get(sandbox);
      return (loading instanceof Promise ? loading : load(sandbox)).then((loaded) => playsOf(loaded, operationId));
    },
    /** Decides which of the matching steps is used, and stores the use. */
    claim: (
      sandbox: Sandbox,
      scenario: Scenario,
      steps: readonly Step[],
      {
        isNamed,
        key,
        maybeReplayOf,
        source,
      }: {
        /** The request names the scenario. */
        readonly isNamed: boolean;
        /** Identifies the request across its retries. */
        readonly key: string | undefined;
        /** Its Idempotency-Key, if it may be a replay; at `received` this is not known yet. */
        readonly maybeReplayOf: string | undefined;
        /** Values of the request, for timeline entries of the state that it moves the scenario to. */
        readonly source: TemplateSource;
      },
    ): Promise<ClaimedStep> =>
      transact(sandbox, async (change) => {
        const { work } = change;
        const latest = work.get(scenarioRuns, scenario.name);
        const isReplay =
          maybeReplayOf !== undefined &&
          steps.some(({ countsRequests }) => countsRequests) &&
          wasAnswered(work, maybeReplayOf, idempotencyWindow);
        const isOver = isNamed && !isReplay && latest !== undefined && isOverFor(latest, steps, key);
        const before = latest?.digest === scenario.digest && !isOver ? latest : beginAnew(change, scenario, latest);
        const claimed = (isNamed ? claimNamedStep : claimStep)(before, steps, { key, isReplay, now: work.now });
        if (claimed.run !== before) work.update(scenarioRuns, before, claimed.run);
        followRun(work, scenario, claimed.run, before.state, source);
        if (scenario.file.once === true && claimed.run.isActive && isExhausted(scenario, claimed.run))
          await runs.end(change, scenario.name);
        const isUnused = claimed.step === undefined && !claimed.isRetry;
        return { ...claimed, before, isExhausted: isUnused && isExhausted(scenario, claimed.run, steps) };
      }),
    of: (sandbox: Sandbox) => createSandboxScenarios(sandbox, { ...parts, finder, runs }),
    /** Job handlers that execute timelines on the clock of a sandbox. */
    handlers: { [TIMELINE_JOB]: createTimelineHandler(finder, happenings) } satisfies JobHandlers,
    /**
     * Called when a sandbox has come from another server: expectations count from now on what happens here, although no
     * request has asked for a step of their scenario. A refused token and a job ask for none.
     */
    resumed: (sandbox: Sandbox): Promise<unknown> | undefined =>
      expectations.hasUnresumed(sandbox.organization) ? load(sandbox) : undefined,
    /** The chaos rules that a sandbox's active scenarios set for its deliveries. */
    deliveryRules: (sandbox: Sandbox, reading: Reading): ReturnType<FindRules> => {
      const found = known(sandbox);
      if (found !== undefined) return found.deliveryRules;
      // Loaded with this reading: a load that has begun may be waiting for it to end, so awaiting that could deadlock.
      return loadActive(sandbox, reading).then((loaded) => loaded.deliveryRules);
    },
  };
};

/**
 * Whether a new call that names an inactive scenario starts it again: earlier calls have moved it out of its first state,
 * and the steps for this one wait there.
 */
const isOverFor = ({ isActive, state, named }: ScenarioRun, steps: readonly Step[], key: string | undefined) =>
  !isActive &&
  state !== STARTED &&
  !steps.some(({ file: { inState = state } }) => inState === state) &&
  steps.some(({ file: { inState } }) => inState === STARTED) &&
  (key === undefined || named?.keys.some((one) => one.key === key) !== true);

const wasAnswered = (work: UnitOfWork, key: string, window: number): boolean => {
  const record = work.get(keyRecords, key);
  return record !== undefined && work.now - record.beganAt < window;
};

/** For a request that has no sandbox. */
export const noSandboxForScenario = (): Error =>
  problem('malformed-request', {
    detail:
      'X-Mock-Scenario needs a sandbox, but this call has none: scenarios work with the bundled description, and on valid public links. Remove the header.',
  });
