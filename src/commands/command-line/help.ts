import type { CommandDeclaration, CommandSummary } from './command.ts';

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
