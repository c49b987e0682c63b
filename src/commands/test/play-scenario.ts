import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { FileError } from '../../kernel/user-errors.ts';
import { readNamedText } from '../../edges/files/load-yaml.ts';
import { SCENARIO_FILES } from '../../edges/files/scenario-files.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import type { Mock, MockScenario } from '../../composition/mock.ts';
import { Problem } from '../../kernel/problem.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { isDoneWithin } from '../../kernel/wait-until.ts';
import type { ScenarioReport } from '../../generated/control-schemas.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { alignColumns } from '../terminal/lines.ts';
import { type Interruption, type ChildEnd, runChild } from './run-child.ts';
import type { ScenarioOutcome } from './outcome.ts';
import type { TestOptions } from './test-options.ts';

/** A scenario to run: one that the server has loaded, or the content of a file to upload. */
export type Wanted =
  | { readonly kind: 'known'; readonly name: string }
  | { readonly kind: 'file'; readonly file: string; readonly text: string };

/** Scenarios of the package, for the bundled API, and of the user's folder. */
interface Known {
  readonly ready: ScenarioSet;
  readonly own: ScenarioSet;
}

/**
 * @throws {@link FileError} if the folder cannot be read, contains invalid scenarios, or the package has no scenarios
 */
export const loadKnown = async ({
  scenarios: folder,
  spec,
}: Partial<Pick<Config, 'scenarios' | 'spec'>>): Promise<Known> => ({
  ready: spec === undefined ? await SCENARIO_FILES.load(SCENARIO_FILES.bundled) : new Map(),
  own: folder === undefined ? new Map() : await SCENARIO_FILES.load(folder),
});

const isFile = (wanted: string): boolean => /\.(?:ya?ml|json)$/i.test(wanted) || /[\\/]/.test(wanted);

/** Resolves the arguments to scenarios. All are resolved before any is run. */
export const findScenarios = async (wanted: readonly string[], { ready, own }: Known): Promise<readonly Wanted[]> => {
  const names = new Set([...own.keys(), ...ready.keys()]);
  if (wanted.length === 0) {
    if (own.size > 0) return [...own.keys()].map((name) => ({ kind: 'known', name }));
    throw new UsageError('name a scenario or a file; "vatmock test --list" lists all scenarios');
  }
  return Promise.all(
    wanted.map(async (one): Promise<Wanted> => {
      if (names.has(one)) return { kind: 'known', name: one };
      if (isFile(one))
        return { kind: 'file', file: one, text: await readNamedText(one, path.relative(process.cwd(), one) || one) };
      throw new UsageError(`unknown scenario "${one}": ${toSentence(suggest(one, names))} --list lists them all.`);
    }),
  );
};

/** One line per scenario: its name and what it teaches. */
export const listScenarios = ({ ready, own }: Known): string => {
  const all = [...new Map([...ready, ...own]).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return alignColumns(all.map(({ name, file: { teaches = '' } }) => [name, teaches])).join('\n');
};

export interface PlayParts {
  readonly mock: Mock;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly options: Pick<TestOptions, 'command' | 'timeout' | 'failOnFindings'>;
  readonly interruption: Interruption;
  readonly terminal: Terminal;
  /** Called with the active scenario before the command runs. */
  readonly prepare?: (scenario: MockScenario) => Promise<void>;
}

/** Milliseconds that webhooks in progress have to arrive after the command has ended. */
const LAST_DELIVERIES = 3000;

/**
 * Runs one scenario in a fresh sandbox, under these alternatives to the default assumptions; undefined if interrupted
 * before there was a result.
 */
export const playScenario = async (
  wanted: Wanted,
  assumed: Readonly<Record<string, string>>,
  parts: PlayParts,
): Promise<ScenarioOutcome | undefined> => {
  const { mock, options, interruption } = parts;
  const { clock } = parts.terminal;
  await mock.reset();
  await mock.assume(assumed);
  const switched = Object.entries(assumed).map(([id, alternative]) => ` [${id}=${alternative}]`);
  const scenario = await activate(wanted, mock);
  const { teaches, assumed: own } = await scenario.status();
  await parts.prepare?.(scenario);
  const before = await scenario.expectations();
  const startedAt = clock.now();
  const begun = clock.elapsed();
  let command: ChildEnd | undefined;
  if (options.command === undefined) await awaitClient(scenario, parts);
  else command = await runClient(options.command, scenario, parts);
  if (interruption.signal() !== undefined && command === undefined) return undefined;
  const end = await readEnd(scenario, before);
  return {
    scenario: scenario.name + switched.join(''),
    teaches,
    assumed: own,
    ...end,
    command,
    findings: mock.clientFindings(),
    requests: await mock.requests.count(),
    failsOnFindings: options.failOnFindings,
    startedAt,
    milliseconds: clock.elapsed() - begun,
  };
};

const ENDED_EARLY =
  'the scenario ended while the client was running: the sandbox was reset or the scenario deactivated. A program that activates scenarios itself does not need vatmock test';

const readEnd = async (
  scenario: MockScenario,
  before: ScenarioReport,
): Promise<Pick<ScenarioOutcome, 'report' | 'trouble'>> => {
  try {
    const report = await scenario.expectations();
    await scenario.deactivate();
    return { report };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { report: before, trouble: ENDED_EARLY };
  }
};

/** Validates all files before any scenario runs: a typo in the last of ten files is reported immediately. */
export const checkFiles = async (wanted: readonly Wanted[], mock: Mock): Promise<void> => {
  for (const one of wanted) await toName(one, mock);
};

const activate = async (wanted: Wanted, mock: Mock): Promise<MockScenario> => {
  const name = await toName(wanted, mock);
  try {
    return await mock.scenario(name);
  } catch (error) {
    if (error instanceof Problem) throw new UsageError(error.members.detail);
    throw error;
  }
};

/** Uploads a file to the server first. */
const toName = async (wanted: Wanted, mock: Mock): Promise<string> => {
  if (wanted.kind === 'known') return wanted.name;
  try {
    return (await (await mock.scenarios()).add(wanted.text)).name;
  } catch (error) {
    if (error instanceof FileError) throw new FileError(error.faults.map((fault) => ({ ...fault, file: wanted.file })));
    if (error instanceof Problem) throw new UsageError(`${wanted.file}: ${error.members.detail}`);
    throw error;
  }
};

/** Waits for the verdict on a client that the user starts. */
const awaitClient = async (scenario: MockScenario, { options, interruption, terminal }: PlayParts): Promise<void> => {
  const { expectations } = await scenario.expectations();
  if (expectations.length === 0)
    throw new UsageError(
      `scenario ${scenario.name} has no expectations, so there is nothing to wait for: add "expect" to it, or a command after --`,
    );
  const timeout = toIsoDuration(options.timeout ?? 0);
  const isBounded = expectations.every(({ atLeast }) => atLeast === 0);
  terminal.print(
    isBounded
      ? `${scenario.name}: watching the client for ${timeout}; this scenario only limits what the client does`
      : `${scenario.name}: waiting up to ${timeout} for the client`,
  );
  await Promise.race([scenario.settled({ timeout }), interruption.came]);
};

const runClient = async (
  command: readonly [string, ...string[]],
  scenario: MockScenario,
  { mock, credentials, options, interruption, terminal }: PlayParts,
): Promise<ChildEnd> => {
  terminal.print(`${scenario.name}: running ${command.join(' ')}`);
  const env = {
    ...terminal.env,
    VATMOCK_URL: mock.url,
    VATMOCK_BASE_URL: mock.baseUrl,
    VATMOCK_TOKEN_URL: mock.tokenUrl,
    VATMOCK_CLIENT_ID: credentials.clientId,
    VATMOCK_CLIENT_SECRET: credentials.clientSecret,
    VATMOCK_SCENARIO: scenario.name,
  };
  const end = await runChild(command, { env, timeout: options.timeout, interruption, after: terminal.after });
  // A receiver that is gone or never responds must not delay the verdict.
  await isDoneWithin(terminal.after, LAST_DELIVERIES, mock.idle());
  return end;
};
