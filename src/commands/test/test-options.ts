import { parseArgs } from 'node:util';
import { type Config, ConfigError, type Texts, parseConfig, readTexts } from '../../config/config.ts';
import { DurationError, parseDuration } from '../../kernel/duration.ts';
import { toUsageError } from '../terminal/explain-options.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** What `vatmock test` was asked for. */
export interface TestOptions {
  readonly help: boolean;
  readonly list: boolean;
  /** Names of scenarios, and paths of files. */
  readonly wanted: readonly string[];
  /** What stands after `--`; undefined where the client is somebody else's. */
  readonly command: readonly [string, ...string[]] | undefined;
  readonly junit: string | undefined;
  readonly ctrf: string | undefined;
  /** Milliseconds; undefined for a command that may take as long as it likes. */
  readonly timeout: number | undefined;
  readonly failOnFindings: boolean;
  /** Whether to repeat each scenario under the alternatives to our assumptions that affect the client's calls. */
  readonly allAssumptions: boolean;
  readonly settings: Settings;
}

/** Settings of the server that a test may want otherwise. */
const SETTINGS_TAKEN = ['port', 'host', 'publicUrl', 'seed', 'scenarios', 'delays', 'webhookAllow', 'assume'] as const;
const FLAGS_TAKEN = ['port', 'host', 'public-url', 'seed', 'scenarios', 'delays', 'webhook-allow', 'assume'];

export type Settings = Pick<Config, (typeof SETTINGS_TAKEN)[number]>;

const TEXTS = ['junit', 'ctrf', 'timeout', ...FLAGS_TAKEN];
const SWITCHES = ['list', 'fail-on-findings', 'all-assumptions'];

/** How long to wait for a client that the user starts. */
const USUAL_WAIT = 'PT60S';

/** The port that clients use by default. */
const KNOWN_PORT = '4010';

export const parseTestOptions = (args: readonly string[], env: NodeJS.ProcessEnv): TestOptions => {
  const end = args.indexOf('--');
  const [own, rest] = end === -1 ? [args, undefined] : [args.slice(0, end), args.slice(end + 1)];
  const { values, positionals } = parse(own);
  if (rest?.length === 0) throw new UsageError('there is no command after --; for example, write -- npm test');
  const [program, ...programArguments] = rest ?? [];
  const text = (name: string): string | undefined => values[name] as string | undefined;
  const hasCommand = program !== undefined;
  return {
    help: values['help'] === true,
    list: values['list'] === true,
    wanted: positionals,
    command: hasCommand ? [program, ...programArguments] : undefined,
    junit: text('junit'),
    ctrf: text('ctrf'),
    timeout: toTimeout(text('timeout') ?? (hasCommand ? undefined : USUAL_WAIT)),
    allAssumptions: toAllAssumptions(values['all-assumptions'] === true, hasCommand),
    failOnFindings: values['fail-on-findings'] === true,
    settings: toSettings({ port: hasCommand ? '0' : KNOWN_PORT, ...onlyTexts(values) }, env),
  };
};

/** A client that the user starts would have to be restarted for each of them. */
const toAllAssumptions = (isWanted: boolean, hasCommand: boolean): boolean => {
  if (isWanted && !hasCommand)
    throw new UsageError('--all-assumptions runs the client several times: add its command after --');
  return isWanted;
};

type Values = Readonly<Record<string, string | boolean | undefined>>;

const parse = (args: readonly string[]): { values: Values; positionals: readonly string[] } => {
  const options = {
    ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, { type: 'boolean' as const }])),
    help: { type: 'boolean' as const, short: 'h' },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw toUsageError(error, [...TEXTS, ...SWITCHES], 'write a command and its options after --');
  }
};

const onlyTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

const toTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  try {
    const milliseconds = parseDuration(text);
    if (milliseconds > 0) return milliseconds;
  } catch (error) {
    if (error instanceof DurationError) throw new UsageError(`--timeout: ${error.message}`);
    throw error;
  }
  throw new UsageError(`--timeout must be longer than zero, such as PT60S, but is ${text}`);
};

/** PORT and HOST are left alone: they mean the program under test, more often than not. */
const toSettings = (
  flags: Readonly<Record<string, string>>,
  { PORT: _port, HOST: _host, ...env }: NodeJS.ProcessEnv,
) => {
  try {
    const all = readTexts(flags, env);
    const taken: Texts = {};
    for (const name of SETTINGS_TAKEN) if (all[name] !== undefined) taken[name] = all[name];
    const { port, host, publicUrl, seed, scenarios, delays, webhookAllow, assume } = parseConfig(taken);
    return { port, host, publicUrl, seed, scenarios, delays, webhookAllow, assume };
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
};
