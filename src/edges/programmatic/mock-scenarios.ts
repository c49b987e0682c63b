import { type NoteSteering, notedScenarios } from '../../control/recordings/note-steering.ts';
import type { After } from '../../kernel/timers.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';
import type { NextCall } from '../../engine/scenarios/next-call.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import type { ScenarioStatus } from '../../engine/scenarios/scenario-status.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';
import { type Hold, scenariosInExchanges } from './scenarios-in-exchanges.ts';
import { type MockScenario, createMockScenario } from './mock-scenario.ts';

/** The scenario calls of the control API, without HTTP. */
export interface MockScenarios extends SandboxScenarios {
  /** Validates a scenario in YAML or JSON and uploads it. */
  readonly add: (text: string) => Promise<ScenarioStatus>;
}

interface MockScenariosParts {
  readonly scenarios: Pick<Scenarios, 'of'>;
  readonly read: (text: string) => Promise<ScenarioFile>;
  readonly toNextCall: (wish: NextCall) => Promise<ScenarioFile>;
  /** Throws if a value does not match the named schema of the control API. */
  readonly check: (schema: string, value: unknown) => void;
  readonly define: (definition: object) => Promise<ScenarioFile>;
  /** The named sandbox; that of the first organization if undefined. */
  readonly sandboxOf: (name: string | undefined) => Promise<Sandbox>;
  /** Calls the listener whenever the expectations of an organization's scenarios may have changed. */
  readonly listen: (organization: string, listener: () => void) => () => void;
  /** Records the program's scenario calls as if it had used the control API. */
  readonly hold: Hold;
  readonly note: NoteSteering;
  readonly after: After;
}

/** What becomes of the next call: at least one of status, fault and delay. */
export type NextCallEffect = Omit<NextCall, 'operation'>;

interface ScenarioCalls {
  readonly scenario: (wanted: string | object, sandbox?: string) => Promise<MockScenario>;
  readonly scenarios: (sandbox?: string) => Promise<MockScenarios>;
  readonly nextCall: (operation: string, effect: NextCallEffect, sandbox?: string) => Promise<MockScenario>;
}

export const createMockScenarios = (parts: MockScenariosParts): ScenarioCalls => {
  const { scenarios, read, define, sandboxOf, hold, note } = parts;

  const find = async (name: string | undefined): Promise<SandboxScenarios> => {
    const sandbox = await sandboxOf(name);
    return notedScenarios(scenarios.of(sandbox), (method, path, body) => {
      note(sandbox, method, path, body);
    });
  };

  const scenariosOf = (name: string | undefined): SandboxScenarios =>
    scenariosInExchanges(
      () => find(name),
      (work) => hold(name, work),
    );

  const handleOf = async (name: string, sandbox: string | undefined): Promise<MockScenario> => {
    const { organization } = await sandboxOf(sandbox);
    const listen = (listener: () => void): (() => void) => parts.listen(organization, listener);
    return createMockScenario(name, { scenarios: scenariosOf(sandbox), listen, after: parts.after });
  };

  return {
    scenario: async (wanted, sandbox) => {
      const own = scenariosOf(sandbox);
      const name = typeof wanted === 'string' ? wanted : (await own.upload(await define(wanted))).name;
      await own.activate(name);
      return handleOf(name, sandbox);
    },
    nextCall: async (operation, effect, sandbox) => {
      const wish = { ...effect, operation };
      parts.check('NextCallRequest', wish);
      const { name } = await scenariosOf(sandbox).playNext(await parts.toNextCall(wish));
      return handleOf(name, sandbox);
    },
    scenarios: async (sandbox) => {
      await sandboxOf(sandbox);
      const own = scenariosOf(sandbox);
      return { ...own, add: async (text) => own.upload(await read(text)) };
    },
  };
};
