import type { Recorder } from '../engine/capsule/recorder.ts';
import { awaitVerdict } from '../engine/scenarios/expectations/await-verdict.ts';
import { formatShortfall } from '../engine/scenarios/expectations/format-report.ts';
import type { SandboxScenarios } from '../engine/scenarios/sandbox-scenarios.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import type { ScenarioReport } from '../generated/control-schemas.ts';
import { parseDuration } from '../kernel/duration.ts';
import type { Mock, MockScenario } from './mock.ts';
import type { ServerParts } from './parts.ts';

/** The client under test violated the expectations of the scenario; see the message, and `report` for details. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  readonly report: ScenarioReport;

  constructor(report: ScenarioReport) {
    super(formatShortfall(report));
    this.report = report;
  }
}

/** The scenario calls of a mock. */
export const createMockScenarios = (
  { scenarios: opened, observers, after }: ServerParts,
  {
    check,
    sandboxOf,
    hold,
    note,
  }: {
    /** Throws if a value does not match the named schema of the control API. */
    readonly check: (schema: string, value: unknown) => Promise<void>;
    /** The named sandbox; that of the first organization if undefined. */
    readonly sandboxOf: (name: string | undefined) => Promise<Sandbox>;
    /** Runs a call on a sandbox as one exchange. */
    readonly hold: <T>(sandbox: string | undefined, work: () => Promise<T>) => Promise<T>;
    /** Records the program's scenario calls as if it had used the control API. */
    readonly note: Recorder['note'];
  },
): Pick<Mock, 'scenario' | 'nextCall' | 'scenarios'> => {
  /**
   * Each call finds the scenarios anew, since another server may have been the home of the sandbox meanwhile. A change is
   * recorded as the equivalent control call.
   */
  const scenariosOf = (sandboxName: string | undefined): SandboxScenarios => {
    const call = <T>(work: (own: SandboxScenarios, sandbox: Sandbox) => Promise<T>): Promise<T> =>
      hold(sandboxName, async () => {
        const sandbox = await sandboxOf(sandboxName);
        return work(opened.scenarios.of(sandbox), sandbox);
      });
    const change = <T>(
      work: (own: SandboxScenarios) => Promise<T>,
      ...noted: [method: string, path: string, body?: unknown]
    ): Promise<T> =>
      call(async (own, sandbox) => {
        const result = await work(own);
        note(sandbox, ...noted);
        return result;
      });
    const at = (name: string): string => `/scenarios/${encodeURIComponent(name)}`;
    return {
      list: () => call((own) => own.list()),
      show: (name) => call((own) => own.show(name)),
      find: (name) => call((own) => own.find(name)),
      activate: (name) => change((own) => own.activate(name), 'POST', `${at(name)}/activate`),
      deactivate: (name) => change((own) => own.deactivate(name), 'POST', `${at(name)}/deactivate`),
      setState: (name, state) => change((own) => own.setState(name, state), 'POST', `${at(name)}/activate`, { state }),
      playNext: (file) =>
        call(async (own, sandbox) => {
          const status = await own.playNext(file);
          note(sandbox, 'POST', '/scenarios', { ...file, scenario: status.name });
          note(sandbox, 'POST', `${at(status.name)}/activate`);
          return status;
        }),
      upload: (file) => change((own) => own.upload(file), 'POST', '/scenarios', file),
      expectations: (name) => call((own) => own.expectations(name)),
      remove: (name) => change((own) => own.remove(name), 'DELETE', at(name)),
    };
  };

  const handleOf = async (name: string, of: string | undefined): Promise<MockScenario> => {
    const { organization } = await sandboxOf(of);
    const scenarios = scenariosOf(of);
    const report = () => scenarios.expectations(name);
    const settled: MockScenario['settled'] = async ({ timeout = 'PT60S', quiet = 'PT1S' } = {}) =>
      awaitVerdict(
        { report, listen: (listener) => observers.expectations.listen(organization, listener), after },
        { timeout: parseDuration(timeout), quiet: parseDuration(quiet) },
      );
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

  return {
    scenario: async (wanted, sandbox) => {
      const own = scenariosOf(sandbox);
      const name = typeof wanted === 'string' ? wanted : (await own.upload(await opened.define(wanted))).name;
      await own.activate(name);
      return handleOf(name, sandbox);
    },
    nextCall: async (operation, effect, sandbox) => {
      const wish = { ...effect, operation };
      await check('NextCallRequest', wish);
      const { name } = await scenariosOf(sandbox).playNext(await opened.toNextCall(wish));
      return handleOf(name, sandbox);
    },
    scenarios: async (sandbox) => {
      await sandboxOf(sandbox);
      const own = scenariosOf(sandbox);
      return { ...own, add: async (text) => own.upload(await opened.read(text)) };
    },
  };
};
