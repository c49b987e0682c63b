import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import type { Redactor } from '../../../src/engine/journal/redactor.ts';
import { createRegister } from '../../../src/engine/assumptions/register.ts';
import { problem } from '../../../src/engine/problems/problem.ts';
import { createExpectationWatch } from '../../../src/engine/scenarios/expectations/expectation-watch.ts';
import type { InstallFixtures } from '../../../src/engine/scenarios/given.ts';
import { type Scenario, prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { ScenarioFile } from '../../../src/generated/scenario-file.ts';
import { createScenarios } from '../../../src/engine/scenarios/scenarios.ts';
import type { ScenariosParts } from '../../../src/engine/scenarios/run-lifecycle.ts';
import { NO_SOURCE } from '../../../src/engine/scenarios/template.ts';
import { IDEMPOTENCY_WINDOW } from '../../../src/vat/policy/limits.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { identifyEntry } from './expectations/identify-entry.ts';

const redactor = {
  identify: identifyEntry,
  redact: (_entry: JournalEntry, value: unknown) => value,
  redactValue: (value: unknown) => value,
} as unknown as Redactor;

const REQUEST = { isNamed: false, key: undefined, maybeReplayOf: undefined, source: NO_SOURCE };

/** Scenarios over a sandbox whose clock stands still, without a server; what timelines let happen is noted. */
export const openScenarios = async (
  files: readonly ScenarioFile[],
  change: Partial<Pick<ScenariosParts, 'freeze' | 'installFixtures' | 'register'>> = {},
) => {
  const shelved = async (all: readonly ScenarioFile[]): Promise<ReadonlyMap<string, Scenario>> =>
    new Map(await Promise.all(all.map(async (file) => [file.scenario, await prepareScenario(file)] as const)));
  let set = await shelved(files);
  const happened: unknown[] = [];
  const expectations = createExpectationWatch({
    redactor,
    sharesUnowned: true,
    clock: { now: () => 0, elapsed: () => 0 },
  });
  const scenarios = createScenarios({
    idempotencyWindow: IDEMPOTENCY_WINDOW,
    repository: { load: () => Promise.resolve(set), current: () => set },
    happenings: {
      emit: (_work, type, data) => {
        if (type === 'refused') throw problem('validation-error', { detail: 'No such thing.' });
        if (type === 'broken') throw new Error('broken');
        happened.push({ emit: type, data });
      },
      simulate: (_work, simulate, target) => {
        happened.push({ simulate, target });
        return Promise.resolve();
      },
    },
    freeze: () => Promise.resolve(true),
    installFixtures: installFixturesWith(),
    register: createRegister([]),
    expectations,
    ...change,
  });
  const started = startSandbox(scenarios.handlers, {}, { kind: 'frozen', at: TEST_NOW });
  const { sandbox } = started;
  const claim = async (name: string, turn: object = {}, steps?: Scenario['steps']) => {
    const scenario = set.get(name)!;
    const taken = await scenarios.claim(sandbox, scenario, steps ?? scenario.steps, { ...REQUEST, ...turn });
    return taken.step?.number ?? 0;
  };
  return {
    ...started,
    scenarios,
    expectations,
    happened,
    /** As the control API steers them. */
    of: scenarios.of(sandbox),
    /** The number of the step that a request uses; 0 for none. */
    claim,
    /** Files were edited. */
    edit: async (...all: readonly ScenarioFile[]) => {
      set = await shelved(all);
    },
    plays: async (operationId: string, named?: string) =>
      (await scenarios.playsFor(sandbox, operationId, named)).map(({ scenario: { name } }) => name),
    wait: (milliseconds: number) => sandbox.advance(sandbox.clock.now() + milliseconds),
  };
};

export const installFixturesWith =
  (...given: Awaited<ReturnType<InstallFixtures>>): InstallFixtures =>
  () =>
    Promise.resolve(given);
