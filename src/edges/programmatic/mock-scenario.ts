import type { After } from '../../kernel/timers.ts';
import type { ScenarioReport } from '../../engine/scenarios/expectations/report.ts';
import { awaitVerdict } from '../../engine/scenarios/expectations/await-verdict.ts';
import { formatShortfall } from '../../engine/scenarios/expectations/format-report.ts';
import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';
import type { ScenarioStatus } from '../../engine/scenarios/scenario-status.ts';
import { parseDuration } from '../../kernel/duration.ts';

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

export const createMockScenario = (name: string, { scenarios, listen, after }: MockScenarioParts): MockScenario => {
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
