import { parseArgs } from 'node:util';
import { nearestNames } from '../../engine/matching/nearest.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { type CommandDeclaration, type Input, flagsOf } from './command.ts';
import { HELP, formatCommand, formatProgram, isHelp } from './help.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Parses the command line into a command with its input.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const parseCommandLine = (
  [first = 'help', ...rest]: readonly string[],
  declarations: readonly CommandDeclaration[],
  env: Env,
  { version, print }: { readonly version: string; readonly print: (text: string) => void },
): { readonly name: string; readonly input: Input } | undefined => {
  const [name = first] = isHelp(first) ? rest : [];
  const said = formatProgram(name, declarations, version);
  if (said !== undefined) {
    print(said);
    return undefined;
  }
  const declaration = declarations.find((one) => one.name === name);
  if (declaration === undefined) throw unknownCommand(name, [...declarations, HELP]);
  const input = isHelp(first) ? undefined : readInput(declaration, rest, env);
  if (input === undefined) print(formatCommand(declaration));
  return input && { name, input };
};

/** Undefined if help is asked for. */
const readInput = (declaration: CommandDeclaration, args: readonly string[], env: Env): Input | undefined => {
  const flags = flagsOf(declaration);
  const end = declaration.startsProgram === true ? args.indexOf('--') : -1;
  const { tokens } = parseArgs({
    args: end < 0 ? args : args.slice(0, end),
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        Object.entries(flags).map(([flag, { value }]) => [flag, { type: value === undefined ? 'boolean' : 'string' }]),
      ),
    },
    // Which refuses what is wrong, but without a remedy.
    strict: false,
    tokens: true,
  });
  const texts: Record<string, string[]> = {};
  const switches = new Set<string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (name === 'help') return undefined;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) throw unknownOption(rawName, declaration.hint, Object.keys(flags));
    if (flag.value === undefined) {
      if (value !== undefined) throw new UsageError(`Option '${rawName}' takes no value`);
      switches.add(name);
      continue;
    }
    const isNext = (text: string): boolean =>
      text === '--' || (text.startsWith('--') && Object.hasOwn(flags, text.slice(2)));
    if (value === undefined || (!inlineValue && isNext(value)))
      throw new UsageError(`Option '${rawName}' needs a value: ${rawName} ${flag.value}`);
    (texts[name] ??= []).push(value);
  }
  const given = Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values.at(-1) ?? '']));
  const text = (name: string): string | undefined => {
    const { [flags[name]?.env ?? '']: variable = '' } = env;
    return given[name] ?? (variable === '' ? undefined : variable);
  };
  return {
    given,
    texts: (name) => texts[name] ?? [],
    text,
    choice: (name) => {
      const value = text(name);
      const { choices = [] } = flags[name] ?? {};
      if (value === undefined || choices.includes(value)) return value;
      const near = nearestNames(value, choices).map((each) => `"${each}"`);
      const remedy = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
      throw new UsageError(`--${name} must be ${ALTERNATIVES.format(choices)}, but is "${value}"${remedy}`);
    },
    isSet: (name) => switches.has(name),
    words,
    program: end < 0 ? undefined : args.slice(end + 1),
  };
};

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

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

const unknownOption = (written: string, hint: string | undefined, known: readonly string[]): UsageError => {
  const toList = (names: readonly string[], word: string): string => names.map((name) => `--${name}`).join(word);
  const near = nearestNames(written.replace(/^-+/, ''), known);
  const listed = known.length === 0 ? 'the only option is --help' : `available: ${toList(known, ', ')}`;
  const remedy =
    near.length > 0 ? `did you mean ${toList(near, ' or ')}?` : (hint ?? (known.length > LISTED ? undefined : listed));
  return new UsageError(`Unknown option '${written}'${remedy === undefined ? '' : `; ${remedy}`}`);
};
