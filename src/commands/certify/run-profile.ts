import { type OpenedMock, openMock } from '../../composition/create-mock.ts';
import type { Choices } from '../../engine/assumptions/register.ts';
import { loadOrganizations } from '../../edges/files/load-organizations.ts';
import type { CertificateFile, RunFile } from '../../generated/certificate-file.ts';
import { type PlayParts, playScenario } from '../test/play-scenario.ts';
import { isSuccess } from '../test/run-child.ts';
import type { TestOptions } from '../test/test-options.ts';
import { type Evidence, concerns, usedIn } from './grade.ts';
import { createReceiverTrials } from './receiver-trials.ts';

/** The journal keeps the latest thousand exchanges, or fewer with long bodies, and a client's tests may send more. */
const COLLECTED = 100;

/**
 * Runs the client's tests under each run of the profile whose checks concern the client. The evidence by run, the plain one
 * first; undefined if interrupted.
 */
export const runProfile = async (
  { startsAt, runs: [first, ...others], levels }: CertificateFile,
  { options, ...parts }: Pick<PlayParts, 'interruption' | 'terminal'> & { readonly options: TestOptions },
): Promise<ReadonlyMap<string, Evidence> | undefined> => {
  const { seed, webhookAllow } = options.settings;
  const receiver = createReceiverTrials(parts.terminal, () => opened);
  let seen: Promise<Evidence['exchanges']> = Promise.resolve([]);
  const collect = (): typeof seen => {
    seen = seen.then(async (before) => {
      const last = before.at(-1);
      return [...before, ...(await mock.requests.find(last && { after: last.id }))];
    });
    return seen;
  };
  let finished = 0;
  const observer = {
    finished: (): void => {
      if (++finished % COLLECTED === 0) void collect();
    },
  };
  const settings = { seed, webhookAllow, frozenAt: startsAt, observer };
  const opened: OpenedMock = await openMock(settings, { interceptor: receiver.interceptor });
  const { mock } = opened;
  const [organization] = await loadOrganizations();
  const [credentials = { clientId: '', clientSecret: '' }] = organization?.clients ?? [];

  const play: PlayRun = async ({ run, title, scenario, activations = 1, ahead, trials: isGraded }, assumed) => {
    parts.terminal.print(`\n${title}`);
    const wanted =
      typeof scenario === 'string'
        ? ({ kind: 'known', name: scenario } as const)
        : ({ kind: 'file', file: run, text: JSON.stringify(scenario) } as const);
    const trials = receiver.begin(isGraded === true);
    const prepare: PlayParts['prepare'] = async ({ name }) => {
      await mock.clock.resume();
      const scenarios = await mock.scenarios();
      for (let more = 1; more < activations; more++) await scenarios.activate(name);
      if (ahead !== undefined) await mock.clock.advance({ by: ahead });
      seen = Promise.resolve([]);
    };
    const outcome = await playScenario(wanted, assumed, { ...parts, mock, credentials, options, prepare });
    if (outcome?.command === undefined || parts.interruption.signal() !== undefined) return undefined;
    const { command, report, findings } = outcome;
    const exchanges = (await collect()).filter(({ source }) => source !== 'identity');
    return { command, report, findings, exchanges, trials, turned: [], failedUnder: [] };
  };

  try {
    const plain = first && (await play(first, {}));
    if (first === undefined || plain === undefined) return undefined;
    const runs = new Map([[first.run, plain]]);
    const used = usedIn(plain);
    const relevant = mock.alternatives().flatMap((one) => Object.keys(one));
    for (const run of others) {
      const checks = levels.flatMap((level) => level.checks.filter((check) => check.run === run.run));
      if (!checks.some((check) => concerns(check, used))) continue;
      const switches = Object.entries(run.switches ?? {}).filter(([id]) => relevant.includes(id));
      const evidence =
        run.switches === undefined ? await play(run, {}) : await playSwitches(run, switches, play, plain);
      if (evidence === undefined) return undefined;
      runs.set(run.run, evidence);
    }
    return runs;
  } finally {
    await mock.close();
  }
};

/** Undefined if it was interrupted. */
type PlayRun = (run: RunFile, assumed: Choices) => Promise<Evidence | undefined>;

type Switch = readonly [id: string, alternative: string];

const toText = (one: Switch): string => one.join('=');

/** All switches at once; then halves, until those are found under which the client's tests fail. */
const playSwitches = async (
  run: RunFile,
  switches: readonly Switch[],
  play: PlayRun,
  plain: Evidence,
): Promise<Evidence | undefined> => {
  const failing = async (some: readonly Switch[], seen: Evidence | undefined): Promise<readonly Switch[]> => {
    if (seen === undefined || isSuccess(seen.command)) return [];
    if (some.length < 2) return some;
    const middle = Math.ceil(some.length / 2);
    const found: Switch[] = [];
    for (const half of [some.slice(0, middle), some.slice(middle)])
      found.push(...(await failing(half, await play(run, Object.fromEntries(half)))));
    // They may fail only where several come together.
    return found.length === 0 ? some : found;
  };
  const whole = await play(run, Object.fromEntries(switches));
  // Tests that fail anyway show nothing by it.
  const failed = isSuccess(plain.command) ? await failing(switches, whole) : [];
  return whole && { ...whole, turned: switches.map(toText), failedUnder: failed.map(toText) };
};
