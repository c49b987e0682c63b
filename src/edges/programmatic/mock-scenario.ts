import type { After } from '../../engine/ports.ts';
import type { ScenarioReport } from '../../engine/scenarios/expectations/report.ts';
import { settle } from '../../engine/scenarios/expectations/settle.ts';
import { tellShortfall } from '../../engine/scenarios/expectations/tell.ts';
import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';
import type { ScenarioStatus } from '../../engine/scenarios/scenario-status.ts';
import { parseDuration } from '../../kernel/duration.ts';

/** A scenario that a program has activated. */
export interface MockScenario {
  readonly name: string;
  readonly status: () => Promise<ScenarioStatus>;
  /** What it expects and what came since it was activated, as far as it has come. */
  readonly expectations: () => Promise<ScenarioReport>;
  /** Waits until the verdict stands or the time is over; rejects never because of what came. */
  readonly settled: (patience?: Patience) => Promise<ScenarioReport>;
  /** Rejects with an `ExpectationError` when something is not met; with a timeout it waits for what is still to come. */
  readonly verify: (patience?: Pick<Patience, 'timeout'>) => Promise<ScenarioReport>;
  readonly deactivate: () => Promise<ScenarioStatus>;
}

export interface Patience {
  /** An ISO 8601 duration of real time; PT60S unless said, and for `verify` none. */
  readonly timeout?: string;
  /** All is met, and so long nothing more came: an ISO 8601 duration of real time; PT1S unless said. */
  readonly quiet?: string;
}

/** The client under test has not done what the scenario expects; the message says what, and the report has it as data. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  readonly report: ScenarioReport;

  constructor(report: ScenarioReport) {
    super(tellShortfall(report));
    this.report = report;
  }
}

export interface MockScenarioParts {
  /** Of the sandbox as it is now: after a reset it is another one. */
  readonly scenarios: () => Promise<SandboxScenarios>;
  readonly listen: (listener: () => void) => () => void;
  readonly after: After;
}

export const createMockScenario = (name: string, { scenarios, listen, after }: MockScenarioParts): MockScenario => {
  const report = async (): Promise<ScenarioReport> => (await scenarios()).expectations(name);
  const settled: MockScenario['settled'] = async ({ timeout = 'PT60S', quiet = 'PT1S' } = {}) => {
    const options = { timeout: parseDuration(timeout), quiet: parseDuration(quiet) };
    return settle({ report, listen, after }, options);
  };
  return {
    name,
    status: async () => (await scenarios()).show(name),
    expectations: report,
    settled,
    verify: async ({ timeout } = {}) => {
      const found = timeout === undefined ? await report() : await settled({ timeout, quiet: 'PT0S' });
      if (found.verdict !== 'met') throw new ExpectationError(found);
      return found;
    },
    deactivate: async () => (await scenarios()).deactivate(name),
  };
};
