import { parseArgs } from 'node:util';
import { nearestNames } from '../../engine/matching/nearest.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { CommandDeclaration, Input } from './command.ts';
import { HELP, formatCommandHelp, formatProgramHelp, toTerm } from './help.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Parses the command line into a command with its input.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const parseCommandLine = (
  [name = 'help', ...args]: readonly string[],
  declarations: readonly CommandDeclaration[],
  env: Env,
  { version, print }: { readonly version: string; readonly print: (text: string) => void },
): { readonly name: string; readonly input: Input } | undefined => {
  const find = (wanted: string): CommandDeclaration => {
    const commands = [...declarations, HELP];
    const found = commands.find((command) => command.name === wanted);
    if (found === undefined) throw unknownCommand(wanted, commands);
    return found;
  };
  if (name === '--version' || name === '-v') print(version);
  else if (name === '--help' || name === '-h') print(formatProgramHelp(declarations));
  else {
    const command = find(name);
    const input = readInput(command, args, env);
    if (input === undefined) print(formatCommandHelp(command));
    else if (command !== HELP) return { name, input };
    else {
      const [asked = 'help'] = input.words;
      print(asked === 'help' ? formatProgramHelp(declarations) : formatCommandHelp(find(asked)));
    }
  }
  return undefined;
};

/** Undefined if the arguments ask for help. */
const readInput = (command: CommandDeclaration, args: readonly string[], env: Env): Input | undefined => {
  const { name: called, flags, startsProgram = false } = command;
  const flagOf = (name: string) => (Object.hasOwn(flags, name) ? flags[name] : undefined);
  const typed = Object.entries(flags).map(([name, { value }]) => {
    const type = value === undefined ? 'boolean' : 'string';
    return [name, { type }] as const;
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(typed), help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const options = tokens.filter((token) => token.kind === 'option');
  if (options.some(({ name }) => name === 'help')) return undefined;
  const texts: Record<string, readonly string[]> = {};
  const switches = new Set<string>();
  for (const { name, rawName, value, inlineValue = false, index } of options) {
    const flag = rawName.startsWith('--') ? flagOf(name) : undefined;
    if (flag === undefined) throw unknownOption(args[index] ?? rawName, command);
    if (flag.value === undefined) {
      if (inlineValue) throw new UsageError(`Option '--${name}' takes no value`, called);
      switches.add(name);
      continue;
    }
    const isOption = !inlineValue && (value === '--' || (value?.startsWith('--') === true && flagOf(value.slice(2))));
    if (value === undefined || isOption)
      throw new UsageError(`Option '--${name}' needs a value: ${toTerm(name, flag)}`, called);
    texts[name] = [...(texts[name] ?? []), value];
  }
  const end = tokens.find(({ kind }) => kind === 'option-terminator');
  const program = startsProgram && end !== undefined ? args.slice(end.index + 1) : undefined;
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const given = Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values.at(-1) ?? '']));
  return {
    given,
    texts: (name) => texts[name] ?? [],
    text: (name) => {
      const variable = env[flagOf(name)?.env ?? ''];
      return given[name] ?? (variable === '' ? undefined : variable);
    },
    isSet: (name) => switches.has(name),
    words: words.slice(0, words.length - (program?.length ?? 0)),
    program,
  };
};

const unknownCommand = (written: string, commands: readonly CommandDeclaration[]): UsageError => {
  const names = commands.map(({ name }) => name);
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
  const near = nearestNames(written.replace(/^-+/, '').split('=')[0] ?? '', known);
  const remedy =
    near.length > 0
      ? `; did you mean ${near.map((each) => `--${each}`).join(' or ')}?`
      : hint !== undefined
        ? `; ${hint}`
        : known.length === 0
          ? '; the only option is --help'
          : known.length > LISTED
            ? ''
            : `; available: ${known.map((each) => `--${each}`).join(', ')}`;
  return new UsageError(`Unknown option '${written}'${remedy}`, name);
};
