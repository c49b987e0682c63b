import type { CommandDeclaration, CommandSummary, Flag } from './command.ts';

const TITLE = 'vatmock: stub server of the Integration API for EU VAT-compliant cross-border vehicle transactions';

export const HELP: CommandDeclaration = {
  name: 'help',
  words: 'COMMAND',
  summary: 'show the options of a command, like vatmock COMMAND --help',
  flags: {},
};

/** Help of the whole program: lists its commands. */
export const formatProgramHelp = (commands: readonly CommandSummary[]): string => {
  const lines: readonly (readonly [string, string])[] = [
    ...[...commands, HELP].map(({ name, words, summary }) => [`vatmock ${name} ${words}`.trimEnd(), summary] as const),
    ['vatmock --version', 'print the version'],
  ];
  const width = Math.max(...lines.map(([term]) => term.length)) + 2;
  return [
    TITLE,
    lines.map(([term, summary]) => `  ${term.padEnd(width)}${summary}`).join('\n'),
    'Exit codes: 0 success, 1 the command failed, 2 invalid command line.',
  ].join('\n\n');
};

/** Columns of help at most: very wide lines are hard to read, and a file has no column count. */
const WIDEST = 120;
const WITHOUT_TERMINAL = 100;

/** Fewer columns would hold a word or two. */
const NARROWEST = 40;

const INDENT = ' '.repeat(6);

/** Help of one command: its usage, its options, and the texts around them. */
export const formatCommandHelp = (command: CommandDeclaration): string => {
  const { name, words, usage = words, summary, about, flags, notes } = command;
  const columns = process.stdout.isTTY ? Math.min(process.stdout.columns, WIDEST) : WITHOUT_TERMINAL;
  const options = [
    ...Object.entries(flags).map(([flag, described]) => [toTerm(flag, described), helpOn(described)] as const),
    ['--help, -h', 'show this help'] as const,
  ];
  return [
    wrap(`vatmock ${name} ${usage}`.trimEnd() + `: ${summary}`, columns),
    ...(about === undefined ? [] : [wrapParagraphs(about, columns)]),
    options
      .map(([term, help]) => `  ${term}\n${wrap(help, columns - INDENT.length).replaceAll(/^/gm, INDENT)}`)
      .join('\n'),
    ...(notes === undefined ? [] : [wrapParagraphs(notes, columns)]),
  ].join('\n\n');
};

/** `--port NUMBER`. */
export const toTerm = (name: string, { value }: Flag): string => `--${name}${value === undefined ? '' : ` ${value}`}`;

const helpOn = ({ help, isRepeated, env = '', fallback }: Flag): string => {
  const details = [isRepeated === true ? 'repeatable' : '', env, fallback === undefined ? '' : `default ${fallback}`];
  return [help, details.filter((detail) => detail !== '').join(', ')].join('\n').trimEnd();
};

/** Lines that begin with a space, such as examples, stay as they are. */
const wrapParagraphs = (text: string, columns: number): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph.startsWith(' ') ? paragraph : wrap(paragraph.replaceAll(/\n(?! )/g, ' '), columns)))
    .join('\n\n');

const wrap = (text: string, columns: number): string => {
  const line = new RegExp(`(.{1,${String(Math.max(columns, NARROWEST))}})(?:\\s+|$)`, 'g');
  return text
    .split('\n')
    .map((long) => long.replaceAll(line, '$1\n').trimEnd())
    .join('\n');
};
