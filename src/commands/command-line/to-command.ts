import { type Command, type CommanderError, Option, type Help } from 'commander';
import { SERVER_FLAGS } from '../../generated/commands.ts';
import { type CommandDeclaration, type Flag, type Input, flagsOf } from './command.ts';
import { notAChoice, toUsageError, valueIsMissing } from './to-usage-error.ts';

const detailsOf = ({ isRepeated, env, fallback }: Flag): string =>
  [isRepeated === true ? 'repeatable' : '', env ?? '', fallback === undefined ? '' : `default ${fallback}`]
    .filter((detail) => detail !== '')
    .join(', ');

const toOption = (name: string, flag: Flag, command: Command): Option => {
  const { value, help } = flag;
  const details = detailsOf(flag);
  const option = new Option(
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    details === '' ? help : `${help}\n${details}`,
  );
  // A list in the value name must not make the option consume all following words.
  option.variadic = false;
  // `--no-wait` is a switch like others, not the opposite of `--wait`.
  option.negate = false;
  return value === undefined
    ? option
    : option.argParser((text: string, earlier: readonly string[] | undefined) => {
        const isOption = text === '--' || command.options.some((other) => [other.short, other.long].includes(text));
        if (isOption) throw valueIsMissing(option);
        return [...(earlier ?? []), text];
      });
};

/** What a command parser needs besides its declaration, and the callback for its call. */
export interface Call {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onCall: (name: string, input: Input) => void;
}

/** Adds the parser of a command to the program. */
export const addCommand = (program: Command, declaration: CommandDeclaration, { argv, env, onCall }: Call): void => {
  const { name, words, usage = words, summary, hint, startsProgram = false } = declaration;
  const command: Command = program
    .command(name)
    .usage(usage)
    .summary(summary)
    .configureHelp({ formatHelp: (shown, helper) => formatCommandHelp(shown, declaration, helper) })
    .allowExcessArguments()
    .exitOverride((error: CommanderError) => {
      throw toUsageError(error, command, hint);
    });
  for (const [flag, described] of Object.entries(flagsOf(declaration)))
    command.addOption(toOption(flag, described, command));
  command.action(() => {
    onCall(name, readInput(command, declaration, env, startsProgram ? programIn(argv) : undefined));
  });
};

const programIn = (argv: readonly string[]): readonly string[] | undefined => {
  const end = argv.indexOf('--');
  return end === -1 ? undefined : argv.slice(end + 1);
};

const readInput = (
  command: Command,
  declaration: CommandDeclaration,
  env: Call['env'],
  program: readonly string[] | undefined,
): Input => {
  const texts: Record<string, readonly string[]> = {};
  const switches = new Set<string>();
  for (const option of command.options) {
    const value = command.getOptionValue(option.attributeName()) as readonly string[] | true | undefined;
    if (value === true) switches.add(option.name());
    else if (value !== undefined) texts[option.name()] = value;
  }
  const words = command.args.slice(0, command.args.length - (program?.length ?? 0));
  const flags = flagsOf(declaration);
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
      throw notAChoice(name, value, choices);
    },
    isSet: (name) => switches.has(name),
    words,
    program,
  };
};

/** Wraps paragraphs to the terminal width; lines that begin with a space, such as examples, stay as they are. */
const wrap = (text: string, helper: Help): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph.startsWith(' ')
        ? paragraph
        : helper.boxWrap(paragraph.replaceAll(/\n(?! )/g, ' '), helper.helpWidth ?? 0),
    )
    .join('\n\n');

const indent = (text: string, helper: Help): string =>
  helper.boxWrap(text, (helper.helpWidth ?? 0) - INDENT.length).replaceAll(/^/gm, INDENT);

const INDENT = ' '.repeat(6);

/** `--help, -h`, `--port NUMBER`. */
const termOf = ({ flags, long, short }: Option): string =>
  short === undefined ? flags.replaceAll(/[<>]/g, '') : `${String(long)}, ${short}`;

const formatCommandHelp = (command: Command, declaration: CommandDeclaration, helper: Help): string => {
  const { name, summary, about, callsServer = false, notes } = declaration;
  const options = helper
    .visibleOptions(command)
    .filter((option) => !callsServer || !Object.hasOwn(SERVER_FLAGS, option.name()))
    .map((option) => `  ${termOf(option)}\n${indent(helper.optionDescription(option), helper)}`);
  return [
    helper.boxWrap(`vatmock ${name} ${command.usage()}`.trimEnd() + `: ${summary}`, helper.helpWidth ?? 0),
    ...(about === undefined ? [] : [wrap(about, helper)]),
    options.join('\n'),
    ...(callsServer ? [wrap('It also takes --url, --sandbox and credentials: see "vatmock --help".', helper)] : []),
    ...(notes === undefined ? [] : [wrap(notes, helper)]),
  ].join('\n\n');
};
