import { SERVER_FLAGS } from '../../generated/commands.ts';
import type { CommandDeclaration } from './command.ts';

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

/** Help of the whole program: lists its commands. */
export const formatProgramHelp = (commands: readonly CommandDeclaration[]): string => {
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
