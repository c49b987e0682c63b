import { nearestNames } from '../../engine/matching/nearest.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { Input } from './command.ts';
import type { CommandDeclaration, Flag } from './declaration.ts';
import { HELP, formatCommandHelp, formatProgramHelp } from './help.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Parses the command line into a command with its input.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const parseCommandLine = (
  argv: readonly string[],
  declarations: readonly CommandDeclaration[],
  env: Env,
  { version, print }: { readonly version: string; readonly print: (text: string) => void },
): { readonly name: string; readonly input: Input } | undefined => {
  const [name = HELP.name, ...args] = argv;
  if (name === '--version' || name === '-v') {
    print(version);
    return undefined;
  }
  const isHelp = [HELP.name, ...HELP_FLAGS].includes(name);
  const wanted = isHelp ? args.find((word) => !word.startsWith('-') && word !== HELP.name) : name;
  const declaration = declarations.find((command) => command.name === wanted);
  if (declaration === undefined && wanted !== undefined)
    throw unknownCommand(
      wanted,
      [...declarations, HELP].map((command) => command.name),
    );
  if (declaration === undefined) print(formatProgramHelp(declarations));
  else if (isHelp || asksForHelp(args)) print(formatCommandHelp(declaration));
  else return { name, input: readInput(args, declaration, env) };
  return undefined;
};

const HELP_FLAGS = ['--help', '-h'];

const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((arg) => HELP_FLAGS.includes(arg));
};

const readInput = (args: readonly string[], declaration: CommandDeclaration, env: Env): Input => {
  const { name: command, flags, startsProgram = false } = declaration;
  const end = startsProgram ? args.indexOf('--') : -1;
  const own = end === -1 ? args : args.slice(0, end);
  const texts: Record<string, string[]> = {};
  const switches = new Set<string>();
  const words: string[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const arg = own[at] ?? '';
    if (arg === '--') {
      words.push(...own.slice(at + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      words.push(arg);
      continue;
    }
    const [, name = '', written] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) throw unknownOption(arg, declaration);
    if (flag.value === undefined) {
      if (written !== undefined) throw new UsageError(`Option '--${name}' takes no value`, command);
      switches.add(name);
      continue;
    }
    const following = written ?? own[++at];
    // An option that follows is not its value.
    const isMissing = following === undefined || (written === undefined && isOption(following, flags));
    if (isMissing) throw new UsageError(`Option '--${name}' needs a value: --${name} ${flag.value}`, command);
    (texts[name] ??= []).push(following);
  }
  const given = Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values.at(-1) ?? '']));
  return {
    given,
    texts: (name) => texts[name] ?? [],
    text: (name) => {
      const variable = flags[name]?.env;
      const fallback = variable === undefined ? undefined : env[variable];
      return given[name] ?? (fallback === '' ? undefined : fallback);
    },
    isSet: (name) => switches.has(name),
    words,
    program: end === -1 ? undefined : args.slice(end + 1),
  };
};

const isOption = (text: string, flags: Readonly<Record<string, Flag>>): boolean =>
  text === '--' || (text.startsWith('--') && Object.hasOwn(flags, text.slice(2)));

const unknownCommand = (written: string, names: readonly string[]): UsageError => {
  const near = nearestNames(written, names).map((name) => `"vatmock ${name}"`);
  const remedy = written.startsWith('-')
    ? 'options follow a command, such as "vatmock serve --port 0"'
    : near.length === 0
      ? `available commands: ${names.join(', ')}`
      : `did you mean ${near.join(' or ')}?`;
  return new UsageError(`unknown command "${written}"; ${remedy}`);
};

/** Maximum number of options in the error message; the help lists all. */
const LISTED = 6;

const unknownOption = (written: string, { name, flags, hint }: CommandDeclaration): UsageError => {
  const known = Object.keys(flags);
  const near = nearestNames(written.replace(/^-+/, '').replace(/=.*/s, ''), known).map((one) => `--${one}`);
  const remedy =
    near.length > 0
      ? `; did you mean ${near.join(' or ')}?`
      : hint !== undefined
        ? `; ${hint}`
        : known.length === 0
          ? '; the only option is --help'
          : known.length > LISTED
            ? ''
            : `; available: ${known.map((candidate) => `--${candidate}`).join(', ')}`;
  return new UsageError(`Unknown option '${written}'${remedy}`, name);
};
