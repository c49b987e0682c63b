import type { CommandDeclaration, CommandSummary, Flag } from './declaration.ts';

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

/** Help of one command: its options, between what it does and its exit codes. */
export const formatCommandHelp = ({ name, words, usage = words, summary, about, notes, flags }: CommandDeclaration) => {
  const options = Object.entries(flags).map(
    ([flag, described]) => `  ${`--${flag} ${described.value ?? ''}`.trimEnd()}\n${describe(described)}`,
  );
  return [
    wrap(`${`vatmock ${name} ${usage}`.trimEnd()}: ${summary}`, columns()),
    ...(about === undefined ? [] : [wrapParagraphs(about)]),
    [...options, `  --help, -h\n${describe({ help: 'show this help' })}`].join('\n'),
    ...(notes === undefined ? [] : [wrapParagraphs(notes)]),
  ].join('\n\n');
};

const INDENT = ' '.repeat(6);

const describe = ({ help, isRepeated, env = '', fallback }: Flag): string => {
  const details = [isRepeated === true ? 'repeatable' : '', env, fallback === undefined ? '' : `default ${fallback}`];
  const shown = details.filter((detail) => detail !== '').join(', ');
  return wrap(shown === '' ? help : `${help}\n${shown}`, columns() - INDENT.length).replaceAll(/^/gm, INDENT);
};

/** Columns of help: very wide lines are hard to read, very narrow ones too, and a file has no column count. */
const columns = (): number => (process.stdout.isTTY ? Math.max(40, Math.min(process.stdout.columns, 120)) : 100);

/** Breaks lines between words. */
const wrap = (text: string, width: number): string =>
  text.replaceAll(new RegExp(`(.{1,${String(width)}})(?: +|$)`, 'gm'), '$1\n').replaceAll(/\n$|\n(?=\n)/g, '');

/** Lines that begin with a space, such as examples, stay as they are. */
const wrapParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph.startsWith(' ') ? paragraph : wrap(paragraph.replaceAll(/\n(?! )/g, ' '), columns()),
    )
    .join('\n\n');
