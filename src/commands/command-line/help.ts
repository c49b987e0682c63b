import { SERVER_FLAGS } from '../../generated/commands.ts';
import type { CommandDeclaration, Flag } from './command.ts';

const TITLE = 'vatmock: stub server of the Integration API for EU VAT-compliant cross-border vehicle transactions';

export const HELP: CommandDeclaration = {
  name: 'help',
  words: 'COMMAND',
  summary: 'show the options of a command, like vatmock COMMAND --help',
  flags: {},
};

const SERVER_HELP = `Commands that call a running server also take:
${Object.entries(SERVER_FLAGS)
  .map(([name, { value, help, env }]) => `  ${`--${name} ${value}`.padEnd(14)}${help} (${env})`)
  .join('\n')}
Their credentials come from the environment: VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET of a client, in whose sandbox
they then act; or VATMOCK_TOKEN, an access token or the operator's; or ADMIN_TOKEN, which operators usually have there.`;

/** What the program says by itself: the list of its commands, or its version. Undefined for any other word. */
export const formatProgram = (
  word: string,
  commands: readonly CommandDeclaration[],
  version: string,
): string | undefined => {
  if (word === '--version' || word === '-v') return version;
  if (!isHelp(word)) return undefined;
  const lines: readonly (readonly [string, string])[] = [
    ...[...commands, HELP].map(({ name, words, summary }) => [`vatmock ${name} ${words}`.trimEnd(), summary] as const),
    ['vatmock --version', 'print the version'],
  ];
  const width = Math.max(...lines.map(([term]) => term.length)) + 2;
  return [
    TITLE,
    lines.map(([term, summary]) => `  ${term.padEnd(width)}${summary}`).join('\n'),
    SERVER_HELP,
    'Exit codes: 0 success, 1 the command failed, 2 invalid command line.',
  ].join('\n\n');
};

export const isHelp = (word: string): boolean => word === 'help' || word === '--help' || word === '-h';

/** Very wide lines are hard to read, and very narrow ones; a file has no columns. */
const widthOf = ({ isTTY, columns }: NodeJS.WriteStream): number =>
  isTTY ? Math.max(40, Math.min(columns, 120)) : 100;

export const formatCommand = (declaration: CommandDeclaration): string => {
  const { name, words, usage = words, summary, about, flags, callsServer = false, notes } = declaration;
  const width = widthOf(process.stdout);
  const options = [...Object.entries(flags).map(toOption), { term: '--help, -h', help: 'show this help' }];
  return [
    wrap(`vatmock ${name} ${usage}`.trimEnd() + `: ${summary}`, width),
    ...(about === undefined ? [] : [wrapParagraphs(about, width)]),
    options.map(({ term, help }) => `  ${term}\n${indent(wrap(help, width - INDENT.length))}`).join('\n'),
    ...(callsServer ? [wrap('It also takes --url, --sandbox and credentials: see "vatmock --help".', width)] : []),
    ...(notes === undefined ? [] : [wrapParagraphs(notes, width)]),
  ].join('\n\n');
};

const INDENT = ' '.repeat(6);

const indent = (text: string): string => text.replaceAll(/^/gm, INDENT);

const toOption = ([name, { value, help, isRepeated, env = '', fallback }]: readonly [string, Flag]) => {
  const details = [isRepeated ? 'repeatable' : '', env, fallback === undefined ? '' : `default ${fallback}`];
  return {
    term: value === undefined ? `--${name}` : `--${name} ${value}`,
    help: `${help}\n${details.filter((detail) => detail !== '').join(', ')}`.trimEnd(),
  };
};

/** Lines that begin with a space, such as examples, stay as they are. */
const wrapParagraphs = (text: string, width: number): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph.startsWith(' ') ? paragraph : wrap(paragraph.replaceAll(/\n(?! )/g, ' '), width)))
    .join('\n\n');

const wrap = (text: string, width: number): string =>
  text.replaceAll(new RegExp(`(?=.{${width + 1}})(.{1,${width}}) +`, 'g'), '$1\n');
