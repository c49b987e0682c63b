import { type Config, type Texts, parseConfig, readTexts } from '../../config/config.ts';
import { parseDuration } from '../../kernel/duration.ts';
import type { Input } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** Server settings that are options of a test, too. */
const TEST_FLAGS = ['port', 'host', 'seed', 'scenarios', 'delays', 'assume', 'spec'] as const;

/** What a client in a container also needs, and what another API may, by their variables. */
const ACCEPTED_SETTINGS = [
  ...TEST_FLAGS,
  ...(['publicUrl', 'allowedHosts', 'webhookAllow', 'overlay', 'asyncapi', 'behaviours', 'state'] as const),
] as const;

/** How long to wait for a client that the user starts. ISO 8601 duration. */
const USUAL_WAIT = 'PT60S';

/** Port that clients use by default. */
const KNOWN_PORT = '4010';

export type TestOptions = ReturnType<typeof readTestOptions>;

export const readTestOptions = ({ given, isSet, words, program: rest }: Input, env: NodeJS.ProcessEnv) => {
  if (rest?.length === 0) throw new UsageError('there is no command after --; for example, write -- npm test');
  const [program, ...programArguments] = rest ?? [];
  /** After `--`; undefined if the user starts the client. */
  const command: readonly [string, ...string[]] | undefined =
    program === undefined ? undefined : [program, ...programArguments];
  const hasCommand = command !== undefined;
  const allAssumptions = isSet('all-assumptions');
  // A client that the user starts would have to be restarted for each alternative.
  if (allAssumptions && !hasCommand)
    throw new UsageError('--all-assumptions runs the client several times: add its command after --');
  return {
    list: isSet('list'),
    /** Names of scenarios and paths of files. */
    wanted: words,
    command,
    /** A folder. */
    report: given['report'],
    /** Milliseconds; undefined for a command without a time limit. */
    timeout: toTimeout(given['timeout'] ?? (hasCommand ? undefined : USUAL_WAIT)),
    /** Whether to repeat each scenario under the alternatives to our assumptions that affect the client's calls. */
    allAssumptions,
    failOnFindings: isSet('fail-on-findings'),
    settings: toSettings({ port: hasCommand ? '0' : KNOWN_PORT, ...given }, env),
  };
};

const toTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const milliseconds = parseDuration(text, (message) => new UsageError(`--timeout: ${message}`));
  if (milliseconds > 0) return milliseconds;
  throw new UsageError(`--timeout must be longer than zero, such as PT60S, but is ${text}`);
};

/** Ignores PORT and HOST: they usually refer to the program under test. */
const toSettings = (
  flags: Readonly<Record<string, string>>,
  { PORT: _port, HOST: _host, ...env }: NodeJS.ProcessEnv,
) => {
  const all = readTexts(flags, env);
  const taken: Texts = {};
  for (const name of ACCEPTED_SETTINGS) if (all[name] !== undefined) taken[name] = all[name];
  const config = parseConfig(taken);
  return Object.fromEntries(ACCEPTED_SETTINGS.map((name) => [name, config[name]])) as Pick<
    Config,
    (typeof ACCEPTED_SETTINGS)[number]
  >;
};
