import { toSentence } from '../../kernel/sentence.ts';
import { keyRecords } from '../idempotency/key-record.ts';
import { problem } from '../problems/problem.ts';
import type { FindRules, RulesInForce } from '../webhooks/model/chaos.ts';
import type { JobHandlers } from '../sandbox/job-handlers.ts';
import { endChangeOfScenario } from '../sandbox/organization-change.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { withGiven } from './given.ts';
import { suggest } from '../matching/nearest.ts';
import type { TemplateContext } from './template.ts';
import { type Claimed, type ScenarioRun, beginRun, claimStep, readRuns, scenarioRuns } from './run.ts';
import { type SandboxScenarios, createSandboxScenarios } from './sandbox-scenarios.ts';
import type { Play, Scenario, Step } from './scenario.ts';
import type { ScenariosParts } from './scenarios-parts.ts';
import { type ScenarioRepository, createScenarioFinder } from './repository.ts';
import { NO_SOURCE, sourceOfWork } from './source.ts';
import { TIMELINE_JOB, createTimelineHandler, scheduleBeginning, scheduleMove } from './timeline.ts';

/** Plays scenarios, and lets them be steered; one for all sandboxes of a server. */
export interface Scenarios {
  /**
   * What scenarios have to do with an operation: those that are active in the sandbox, or the one that the request
   * names. An empty list, at once, where there is nothing.
   */
  readonly playsFor: (
    sandbox: Sandbox,
    operationId: string,
    named: string | undefined,
  ) => readonly Play[] | Promise<readonly Play[]>;
  /** Decides which of the steps that fit is used, and keeps that it was. */
  readonly claim: (sandbox: Sandbox, scenario: Scenario, steps: readonly Step[], turn: Asked) => Promise<Taken>;
  readonly of: (sandbox: Sandbox) => SandboxScenarios;
  /** What timelines do on the clock of a sandbox. */
  readonly handlers: JobHandlers;
  /** What those that are active in a sandbox do to its deliveries. */
  readonly deliveryRules: FindRules;
}

/** Who asks for a step. */
export interface Asked {
  /** Names the request over its retries. */
  readonly key: string | undefined;
  /** Its Idempotency-Key, where it may have been answered before, which is not known yet at received. */
  readonly maybeReplayOf: string | undefined;
  /** For what a timeline takes from the request that moves the scenario. */
  readonly source: TemplateContext;
}

export interface Taken extends Claimed {
  readonly before: ScenarioRun;
}

/** Which scenarios concern a sandbox, with what they have to say about each operation that was asked for. */
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
  // Only what is active is remembered here; how far it has come is in the store.
  const active = new WeakMap<Sandbox, Active | Promise<Active>>();

  const loadActive = async (sandbox: Sandbox, reading: Reading): Promise<Active> => {
    const running = (await readRuns(reading)).filter(({ isActive }) => isActive);
    // Nobody waits for files to be read while nothing is active.
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
        // Whoever changed what is active while it was being read has taken this away, and it is read again.
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
    return play === undefined ? NO_PLAYS : [play];
  };

  const freshRun = async (work: UnitOfWork, scenario: Scenario, before: ScenarioRun | undefined) => {
    if (before !== undefined) await work.remove(scenarioRuns, before);
    await endChangeOfScenario(work, scenario.name);
    const isActive = before?.isActive ?? false;
    const run = await work.insert(scenarioRuns, ({ random }) =>
      beginRun(scenario, { random, now: work.now, isActive, given: before?.given, switched: before?.switched }),
    );
    await scheduleBeginning(work, scenario, sourceOfWork(NO_SOURCE, work));
    return run;
  };

  return {
    playsFor: (sandbox, operationId, named) => {
      if (named !== undefined) return playsOfNamed(sandbox, named, operationId);
      const known = active.get(sandbox);
      if (known === undefined || known instanceof Promise)
        return (known ?? load(sandbox)).then((loaded) => playsOf(loaded, operationId));
      if (known.scenarios.length === 0) return NO_PLAYS;
      // Files were edited.
      if (known.set !== repository.current()) return load(sandbox).then((loaded) => playsOf(loaded, operationId));
      return playsOf(known, operationId);
    },
    claim: async (sandbox, scenario, steps, { key, maybeReplayOf, source }) => {
      let begun: ScenarioRun | undefined;
      const taken = await sandbox.transact(async (work) => {
        const known = await work.get(scenarioRuns, scenario.name);
        const before = known?.digest === scenario.digest ? known : await freshRun(work, scenario, known);
        begun = before === known ? undefined : before;
        const isReplay =
          maybeReplayOf !== undefined && steps.some(({ isLimited }) => isLimited)
            ? await wasAnswered(work, maybeReplayOf, idempotencyWindow)
            : false;
        const claimed = claimStep(before, steps, { key, isReplay, now: work.now });
        if (claimed.run !== before) await work.update(scenarioRuns, before, claimed.run);
        const move = { before: before.state, after: claimed.run.state };
        await scheduleMove(work, scenario, move, withGiven(sourceOfWork(source, work), before));
        return { ...claimed, before };
      });
      // Its file was edited while it was active: it is played, and counted, from the beginning.
      if (begun?.isActive === true) expectations.begin(sandbox, scenario, begun, { countsOnTheWay: true });
      return taken;
    },
    of: (sandbox) =>
      createSandboxScenarios(sandbox, {
        ...parts,
        finder,
        changed: () => active.delete(sandbox),
      }),
    handlers: { [TIMELINE_JOB]: createTimelineHandler(finder, happenings, (work) => sourceOfWork(NO_SOURCE, work)) },
    deliveryRules: (sandbox, reading) => {
      const known = active.get(sandbox);
      // Somebody else's reading may wait for the end of this one.
      if (known instanceof Promise) return loadActive(sandbox, reading).then(({ deliveryRules }) => deliveryRules);
      if (known?.scenarios.length === 0) return NO_RULES;
      if (known !== undefined && known.set === repository.current()) return known.deliveryRules;
      return load(sandbox, loadActive(sandbox, reading)).then(({ deliveryRules }) => deliveryRules);
    },
  };
};

const deliveryRulesOf = ({ begunAt, chance }: ScenarioRun, scenario: Scenario | undefined): RulesInForce[] =>
  scenario?.file.deliveries === undefined
    ? []
    : [{ by: `scenario ${scenario.name}`, since: begunAt, chance, rules: scenario.file.deliveries }];

const wasAnswered = async (work: UnitOfWork, key: string, window: number): Promise<boolean> => {
  const record = await work.get(keyRecords, key);
  return record !== undefined && work.now - record.beganAt < window;
};

/** For a request that works on no sandbox. */
export const noSandboxForScenario = (): Error =>
  problem('malformed-request', {
    detail:
      'X-Mock-Scenario needs a sandbox, but this call has none: scenarios work with the bundled description, and on valid public links. Remove the header.',
  });
