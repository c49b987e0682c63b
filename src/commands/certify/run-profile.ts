import type { Config } from '../../config/config.ts';
import { type OpenedMock, openMock } from '../../composition/create-mock.ts';
import type { Choices } from '../../engine/assumptions/register.ts';
import { isSuccess } from '../test/run-child.ts';
import { type ClientParts, runClient } from '../test/play-scenario.ts';
import { type Evidence, concerns, usedIn } from './grade.ts';
import type { Profile, ProfileRun } from './profile.ts';
import { createReceiverTrials } from './receiver-trials.ts';

interface Parts extends Omit<ClientParts, 'mock' | 'options'> {
  readonly program: readonly [string, ...string[]];
  readonly settings: Pick<Config, 'seed' | 'webhookAllow'>;
}

/** Runs the command under each run of the profile whose checks concern the client; ends early if interrupted. */
export const runProfile = async (
  profile: Profile,
  { program, settings, ...own }: Parts,
): Promise<{ readonly runs: ReadonlyMap<string, Evidence>; readonly description: string }> => {
  const { interruption, terminal } = own;
  const receiver = createReceiverTrials(terminal, () => opened);
  const opened: OpenedMock = await openMock(
    { ...settings, frozenAt: profile.startsAt },
    { interceptor: receiver.interceptor },
  );
  const { mock } = opened;
  const scenarios = await mock.scenarios();
  const runs = new Map<string, Evidence>();

  /** What `fixtures` and `scenarios` of the profile ask for. */
  const prepare = async ({ run, scenarios: names = [], fixtures = {}, ahead }: ProfileRun, assume: Choices) => {
    await mock.reset();
    await mock.clock.resume();
    await mock.assume(assume);
    for (const scenario of profile.scenarios) await scenarios.upload(scenario);
    for (const [fixture, count] of Object.entries(fixtures)) {
      // A scenario must do something, and may have fifty fixtures.
      const file = { scenario: `fixtures-of-${run}`, steps: [{ on: '*', reply: 'pass' as const }] };
      for (let left = count; left > 0; left -= MOST_FIXTURES) {
        const given = Array.from({ length: Math.min(left, MOST_FIXTURES) }, () => ({ fixture }));
        await scenarios.upload({ ...file, given });
        await scenarios.activate(file.scenario);
      }
      await scenarios.deactivate(file.scenario);
    }
    for (const name of names) await scenarios.activate(name);
    if (ahead !== undefined) await mock.clock.advance({ by: ahead });
  };

  const play = async (run: ProfileRun, assume: Choices = run.assume ?? {}): Promise<Evidence> => {
    await prepare(run, assume);
    const trials = run.trials === undefined ? new Map() : receiver.begin();
    const end = await runClient(program, run.run, { ...own, mock, options: { timeout: undefined } });
    receiver.end();
    const reports = await Promise.all((run.scenarios ?? []).map((name) => scenarios.expectations(name)));
    const deliveries = await mock.deliveries.list();
    return {
      ...{ end, reports, trials, turned: [], failedUnder: [] },
      exchanges: (await mock.requests.find()).filter(({ source }) => source !== 'identity'),
      findings: mock.clientFindings().filter(({ certain }) => certain),
      deliveries: deliveries.filter(({ attempts }) => attempts > 0).length,
    };
  };

  /** All at once; then halves, until those are found under which the client fails. */
  const playSwitches = async (run: ProfileRun, switches: readonly Switch[]): Promise<Evidence> => {
    const failing = async (some: readonly Switch[], { end, findings }: Evidence): Promise<readonly Switch[]> => {
      if ((isSuccess(end) && findings.length === 0) || interruption.signal() !== undefined) return [];
      if (some.length < 2) return some;
      const middle = Math.ceil(some.length / 2);
      const found: Switch[] = [];
      for (const half of [some.slice(0, middle), some.slice(middle)])
        found.push(...(await failing(half, await play(run, Object.fromEntries(half)))));
      // It may fail only where several come together.
      return found.length === 0 ? some : found;
    };
    const whole = await play(run, Object.fromEntries(switches));
    const failed = await failing(switches, whole);
    return { ...whole, turned: switches.map(toText), failedUnder: failed.map(toText) };
  };

  try {
    let used: ReadonlySet<string> | undefined;
    let relevant: readonly Choices[] = [];
    for (const [index, run] of profile.runs.entries()) {
      if (interruption.signal() !== undefined) break;
      const checks = profile.levels.flatMap((level) => level.checks.filter((check) => check.run === run.run));
      if (used !== undefined && !checks.some((check) => concerns(check, used ?? new Set()))) continue;
      terminal.complain(`Run ${String(index + 1)} of ${String(profile.runs.length)}: ${run.title}`);
      const switches = Object.entries(run.switches ?? {}).filter(([id]) => relevant.some((one) => id in one));
      const evidence = run.switches === undefined ? await play(run) : await playSwitches(run, switches);
      runs.set(run.run, evidence);
      if (used === undefined) {
        used = usedIn(evidence);
        relevant = mock.alternatives();
      }
    }
    const { info } = mock.contract.document as { readonly info: { readonly title: string; readonly version: string } };
    return { runs, description: info.version };
  } finally {
    await Promise.all([mock.close(), receiver.close()]);
  }
};

const MOST_FIXTURES = 50;

type Switch = readonly [id: string, alternative: string];

const toText = (one: Switch): string => one.join('=');
