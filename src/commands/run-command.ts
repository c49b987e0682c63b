import { EXIT } from './terminal/exit-codes.ts';
import { HELP } from './help.ts';
import { UsageError } from './terminal/usage-error.ts';

interface Command {
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** A command is loaded when it is called: `--help` need not wait for the server's libraries. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => ({ run: (await import('./serve.ts')).serve }),
  test: async () => ({ run: (await import('./test.ts')).test }),
  capsule: async () => ({ run: (await import('./capsule.ts')).capsule }),
  validate: async () => ({ run: (await import('./validate.ts')).validate }),
  listen: async () => ({ run: (await import('./listen.ts')).listen }),
  trigger: async () => ({ run: (await import('./trigger.ts')).trigger }),
  explain: async () => ({ run: (await import('./explain.ts')).explain }),
};

const print = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
};

/** `help COMMAND` is `COMMAND --help`. */
const toOwnHelp = (argv: readonly string[]): readonly string[] => {
  const [first, command] = argv;
  const isAsked = first === 'help' && command !== undefined && command !== 'help' && !command.startsWith('-');
  return isAsked ? [command, '--help'] : argv;
};

/** Loaded only for an unknown command: the help does not need it. */
const nearestCommands = async (name: string): Promise<string> => {
  const { nearestNames } = await import('../engine/matching/nearest.ts');
  const near = nearestNames(name, Object.keys(COMMANDS));
  return near.length === 0
    ? `available commands: ${Object.keys(COMMANDS).join(', ')}`
    : `did you mean ${near.map((one) => `"vatmock ${one}"`).join(' or ')}?`;
};

/** Runs what the command line asks for and returns the exit code. */
export const runCommand = async (argv: readonly string[]): Promise<number> => {
  const [name, ...args] = toOwnHelp(argv);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return print(HELP);
  if (name === '--version' || name === '-v') {
    const { packageVersion } = await import('../edges/files/package-files.ts');
    return print(packageVersion());
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (load === undefined) throw new UsageError(`unknown command "${name}"; ${await nearestCommands(name)}`);
    return await (await load()).run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`vatmock: ${error.message}\nTry "vatmock ${load === undefined ? '' : `${name} `}--help".\n`);
    return EXIT.usage;
  }
};
