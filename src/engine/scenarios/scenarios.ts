import { toSentence } from '../../kernel/sentence.ts';
import { keyRecords } from '../idempotency/key-record.ts';
import { problem } from '../problems/problem.ts';
import type { FindRules, RulesInForce } from '../webhooks/faults.ts';
import type { JobHandlers } from '../sandbox/job-handlers.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { withGiven } from './given.ts';
import { suggest } from '../matching/nearest.ts';
import { type TemplateContext, NO_SOURCE, sourceOfWork } from './template.ts';
import {
  isExhausted,
  type Claimed,
  type ScenarioRun,
  claimNamedStep,
  claimStep,
  readRuns,
  scenarioRuns,
} from './run.ts';
import { createRunLifecycle, type Later, type ScenariosParts, transact } from './run-lifecycle.ts';
import { type SandboxScenarios, createSandboxScenarios } from './sandbox-scenarios.ts';
import { type Play, STARTED, type Scenario, type Step } from './scenario.ts';
import { type ScenarioRepository, createScenarioFinder } from './repository.ts';
import { TIMELINE_JOB, createTimelineHandler, scheduleMove } from './timeline.ts';

/** Plays and controls scenarios; one instance for all sandboxes of a server. */
export interface Scenarios {
  /**
   * The steps for an operation, of the scenarios active in the sandbox, or of the one that the request names.
   * Synchronously an empty list if there are none.
   */
  readonly playsFor: (
    sandbox: Sandbox,
    operationId: string,
    named: string | undefined,
  ) => readonly Play[] | Promise<readonly Play[]>;
  /** Decides which of the matching steps is used, and stores the use. */
  readonly claim: (
    sandbox: Sandbox,
    scenario: Scenario,
    steps: readonly Step[],
    turn: StepRequest,
  ) => Promise<ClaimedStep>;
  readonly of: (sandbox: Sandbox) => SandboxScenarios;
  /** Job handlers that execute timelines on the clock of a sandbox. */
  readonly handlers: JobHandlers;
  /** The chaos rules that a sandbox's active scenarios set for its deliveries. */
  readonly deliveryRules: FindRules;
  /**
   * Called when a sandbox has come from another server: expectations count from now on what happens here, although no
   * request has asked for a step of their scenario. A refused token and a job ask for none.
   */
  readonly resumed: (sandbox: Sandbox) => Promise<unknown> | undefined;
}

/** A request that asks for a step. */
export interface StepRequest {
  /** It names the scenario. */
  readonly isNamed: boolean;
  /** Identifies a request across its retries. */
  readonly key: string | undefined;
  /** Its Idempotency-Key, if it may be a replay; at `received` this is not known yet. */
  readonly maybeReplayOf: string | undefined;
  /** Values of the request, for timeline entries of the state that it moves the scenario to. */
  readonly source: TemplateContext;
}

export interface ClaimedStep extends Claimed {
  readonly before: ScenarioRun;
  /** No step is used because none of those that match can be used again. */
  readonly isExhausted: boolean;
}

/** The active scenarios of a sandbox, with their steps for each operation requested so far. */
interface Active {
  readonly set: ReturnType<ScenarioRepository['current']>;
  readonly scenarios: readonly Scenario[];
  readonly plays: Map<string, readonly Play[]>;
  readonly deliveryRules: readonly RulesInForce[];
}

const NO_PLAYS: readonly Play[] = [];
const NO_RULES: readonly RulesInForce[] = [];

export const createScenarios = (parts: ScenariosParts): Scenarios => {
  const { repository, problems, happenings, expectations, idempotencyWindow } = parts;
  const finder = createScenarioFinder(repository, problems);
  const lifecycleOf = (sandbox: Sandbox) => createRunLifecycle(sandbox, { ...parts, finder });
  // Caches only which scenarios are active; their progress is in the store.
  const active = new WeakMap<Sandbox, Active | Promise<Active>>();

  const loadActive = async (sandbox: Sandbox, reading: Reading): Promise<Active> => {
    const running = readRuns(reading).filter(({ isActive }) => isActive);
    // Avoid loading files while nothing is active.
    if (running.length === 0) return { set: undefined, scenarios: [], plays: new Map(), deliveryRules: NO_RULES };
    const set = await repository.load();
    const found = await Promise.all(running.map(({ name }) => finder.find(reading, name)));
    for (const [index, scenario] of found.entries()) {
      const run = running[index];
      if (scenario !== undefined && run?.digest === scenario.digest) expectations.resume(sandbox, scenario, run);
    }
    return {
      set,
      scenarios: found.filter((scenario) => scenario !== undefined),
      plays: new Map(),
      deliveryRules: running.flatMap((run, index) => deliveryRulesOf(run, found[index])),
    };
  };

  const load = (
    sandbox: Sandbox,
    loading = sandbox.read((reading) => loadActive(sandbox, reading)),
  ): Promise<Active> => {
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

  const playsOf = ({ scenarios, plays }: Active, operationId: string): readonly Play[] => {
    let found = plays.get(operationId);
    if (found === undefined) {
      found = scenarios.map((scenario) => scenario.playOf(operationId)).filter((play) => play !== undefined);
      plays.set(operationId, found);
    }
    return found;
  };

  const playsOfNamed = async (sandbox: Sandbox, name: string, operationId: string): Promise<readonly Play[]> => {
    const scenario = await sandbox.read((reading) => finder.find(reading, name));
    if (scenario === undefined)
      throw problem('malformed-request', {
        detail: `X-Mock-Scenario: unknown scenario "${name.slice(0, 64)}": ${toSentence(suggest(name, await sandbox.read(finder.names)))} GET /__admin/scenarios lists them all.`,
      });
    const play = scenario.playOf(operationId);
    return play === undefined ? NO_PLAYS : [{ ...play, isNamed: true }];
  };

  /**
   * A scenario whose file changed while it was active is played, and counted, from the beginning. One that only calls by
   * its name have used still knows them.
   */
  const beginAnew = (
    sandbox: Sandbox,
    work: UnitOfWork,
    scenario: Scenario,
    before: ScenarioRun | undefined,
    later: Later,
  ): ScenarioRun => {
    const { isActive = false, given, digest, counted = [], keysRefused = [], named } = before ?? {};
    if (isActive) later(() => active.delete(sandbox));
    const kept = digest === scenario.digest ? { counted, keysRefused, ...(named === undefined ? {} : { named }) } : {};
    const start = { isActive, given, countsOnTheWay: true, kept };
    return lifecycleOf(sandbox).begin(work, scenario, start, later);
  };

  return {
    playsFor: (sandbox, operationId, named) => {
      if (named !== undefined) return playsOfNamed(sandbox, named, operationId);
      const known = active.get(sandbox);
      if (known === undefined || known instanceof Promise)
        return (known ?? load(sandbox)).then((loaded) => playsOf(loaded, operationId));
      if (known.scenarios.length === 0) return NO_PLAYS;
      // Files have changed.
      if (known.set !== repository.current()) return load(sandbox).then((loaded) => playsOf(loaded, operationId));
      return playsOf(known, operationId);
    },
    claim: (sandbox, scenario, steps, { isNamed, key, maybeReplayOf, source }) =>
      transact(sandbox, async (work, later) => {
        const known = work.get(scenarioRuns, scenario.name);
        const isReplay =
          maybeReplayOf !== undefined && steps.some(({ isLimited }) => isLimited)
            ? wasAnswered(work, maybeReplayOf, idempotencyWindow)
            : false;
        const isOver = isNamed && !isReplay && known !== undefined && isOverFor(known, steps, key);
        const before =
          known?.digest === scenario.digest && !isOver ? known : beginAnew(sandbox, work, scenario, known, later);
        const claimed = (isNamed ? claimNamedStep : claimStep)(before, steps, { key, isReplay, now: work.now });
        if (claimed.run !== before) work.update(scenarioRuns, before, claimed.run);
        const move = { before: before.state, after: claimed.run.state };
        scheduleMove(work, scenario, move, withGiven(sourceOfWork(source, work), before));
        if (scenario.file.once === true && claimed.run.isActive && isExhausted(scenario, claimed.run)) {
          await lifecycleOf(sandbox).end(work, scenario.name, later);
          later(() => active.delete(sandbox));
        }
        const isUnused = claimed.step === undefined && !claimed.isRetry;
        return { ...claimed, before, isExhausted: isUnused && isExhausted(scenario, claimed.run, steps) };
      }),
    of: (sandbox) =>
      createSandboxScenarios(sandbox, {
        ...parts,
        finder,
        changed: () => active.delete(sandbox),
      }),
    handlers: { [TIMELINE_JOB]: createTimelineHandler(finder, happenings, (work) => sourceOfWork(NO_SOURCE, work)) },
    resumed: (sandbox) => (expectations.hasUnresumed(sandbox.organization) ? load(sandbox) : undefined),
    deliveryRules: (sandbox, reading) => {
      const known = active.get(sandbox);
      // That load may be waiting for this read to end, so awaiting it could deadlock.
      if (known instanceof Promise) return loadActive(sandbox, reading).then(({ deliveryRules }) => deliveryRules);
      if (known?.scenarios.length === 0) return NO_RULES;
      if (known !== undefined && known.set === repository.current()) return known.deliveryRules;
      return load(sandbox, loadActive(sandbox, reading)).then(({ deliveryRules }) => deliveryRules);
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

const deliveryRulesOf = ({ begunAt, chance }: ScenarioRun, scenario: Scenario | undefined): RulesInForce[] =>
  scenario?.file.deliveries === undefined
    ? []
    : [{ by: `scenario ${scenario.name}`, since: begunAt, chance, rules: scenario.file.deliveries }];

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
