import { type NoteSteering, notedScenarios } from '../../control/recordings/note-steering.ts';
import type { After } from '../../kernel/timers.ts';
import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';
import type { ScenarioReport, ScenarioStatus, NextCallRequest } from '../../generated/control-schemas.ts';
import { awaitVerdict } from '../../engine/scenarios/expectations/await-verdict.ts';
import { formatShortfall } from '../../engine/scenarios/expectations/format-report.ts';
import { parseDuration } from '../../kernel/duration.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';

/** Runs a call on a sandbox as one exchange. */
export type Hold = <T>(sandbox: string | undefined, work: () => Promise<T>) => Promise<T>;

/** Each call on scenarios finds them anew: another server may have been the home of the sandbox meanwhile. */
const scenariosInExchanges = (
  find: () => Promise<SandboxScenarios>,
  hold: <T>(work: () => Promise<T>) => Promise<T>,
): SandboxScenarios => {
  const call = <T>(work: (own: SandboxScenarios) => Promise<T>): Promise<T> => hold(async () => work(await find()));
  return {
    list: () => call((own) => own.list()),
    show: (name) => call((own) => own.show(name)),
    find: (name) => call((own) => own.find(name)),
    activate: (name) => call((own) => own.activate(name)),
    deactivate: (name) => call((own) => own.deactivate(name)),
    setState: (name, state) => call((own) => own.setState(name, state)),
    reset: () => call((own) => own.reset()),
    playNext: (file) => call((own) => own.playNext(file)),
    upload: (file) => call((own) => own.upload(file)),
    expectations: (name) => call((own) => own.expectations(name)),
    remove: (name) => call((own) => own.remove(name)),
  };
};

/** An active scenario. */
export interface MockScenario {
  readonly name: string;
  readonly status: () => Promise<ScenarioStatus>;
  /** The expectations, and their results since the activation. */
  readonly expectations: () => Promise<ScenarioReport>;
  /** Waits for the final verdict or the timeout. Never rejects because of the client's requests. */
  readonly settled: (timeout?: WaitOptions) => Promise<ScenarioReport>;
  /**
   * Rejects with an `ExpectationError` if an expectation is not met; with a timeout, waits for missing requests first.
   */
  readonly verify: (timeout?: Pick<WaitOptions, 'timeout'>) => Promise<ScenarioReport>;
  readonly deactivate: () => Promise<ScenarioStatus>;
}

export interface WaitOptions {
  /** An ISO 8601 duration in real time. Default: PT60S; for `verify`, no waiting. */
  readonly timeout?: string;
  /**
   * How long no request must arrive after all expectations are met: an ISO 8601 duration in real time. Default: PT1S.
   */
  readonly quiet?: string;
}

/** The client under test violated the expectations of the scenario; see the message, and `report` for details. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  readonly report: ScenarioReport;

  constructor(report: ScenarioReport) {
    super(formatShortfall(report));
    this.report = report;
  }
}

interface MockScenarioParts {
  readonly scenarios: SandboxScenarios;
  readonly listen: (listener: () => void) => () => void;
  readonly after: After;
}

const createMockScenario = (name: string, { scenarios, listen, after }: MockScenarioParts): MockScenario => {
  const report = (): Promise<ScenarioReport> => scenarios.expectations(name);
  const settled: MockScenario['settled'] = async ({ timeout = 'PT60S', quiet = 'PT1S' } = {}) => {
    const options = { timeout: parseDuration(timeout), quiet: parseDuration(quiet) };
    return awaitVerdict({ report, listen, after }, options);
  };
  return {
    name,
    status: () => scenarios.show(name),
    expectations: report,
    settled,
    verify: async ({ timeout } = {}) => {
      const found = timeout === undefined ? await report() : await settled({ timeout, quiet: 'PT0S' });
      if (found.verdict !== 'met') throw new ExpectationError(found);
      return found;
    },
    deactivate: () => scenarios.deactivate(name),
  };
};

/** The scenario calls of the control API, without HTTP. */
export interface MockScenarios extends SandboxScenarios {
  /** Validates a scenario in YAML or JSON and uploads it. */
  readonly add: (text: string) => Promise<ScenarioStatus>;
}

interface MockScenariosParts {
  readonly scenarios: Pick<Scenarios, 'of'>;
  readonly read: (text: string) => Promise<ScenarioFile>;
  readonly toNextCall: (wish: NextCallRequest) => Promise<ScenarioFile>;
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
export type NextCallEffect = Omit<NextCallRequest, 'operation'>;

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
