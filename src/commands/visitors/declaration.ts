import type { CommandDetails, Flags } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const ACTIONS = ['list', 'create', 'extend', 'revoke'] as const;

/** Links are for the operator: no client's secret helps. */
const SERVER: Flags = Object.fromEntries(
  Object.entries(SERVER_FLAGS).filter(([name]) => name === 'url' || name === 'token'),
);

/** What the sandbox of a visitor begins with; one of these, or the fixtures. */
export const STARTS: Flags = {
  snapshot: { value: 'SANDBOX/NAME', help: 'create: the sandbox begins with this snapshot of a sandbox' },
  persona: { value: 'NAME', help: 'create: it begins as this persona' },
  storyboard: { value: 'NAME', help: 'create: it begins with this storyboard' },
  existing: { value: 'ID', help: 'create: no new sandbox, but this one, for all visitors' },
};

export const VISITORS: CommandDetails = {
  about: `A visitor link opens the console with a sandbox, without a secret that changes hands.

  vatmock visitors                        list the links
  vatmock visitors create 'Spring demo'   create one and print its URL, which is shown only once
  vatmock visitors extend ID --expires-in P7D
  vatmock visitors revoke ID              the visitors are out at once`,
  flags: {
    note: { value: 'TEXT', help: 'create: a note for the operator' },
    'expires-in': {
      value: 'DURATION',
      help: 'create, extend: how long the link admits visitors from now, PT1H to P30D',
      fallback: 'P7D',
    },
    uses: {
      value: 'HOW-OFTEN',
      help: 'create: once admits one visitor, many any number',
      choices: ['once', 'many'],
      fallback: 'once',
    },
    copies: {
      value: 'WHICH',
      help: 'create: own gives each visitor a sandbox, shared gives all the same',
      choices: ['own', 'shared'],
      fallback: 'own',
    },
    permission: {
      value: 'WHAT',
      help: 'create: everything, or watch, which reads and follows only',
      choices: ['everything', 'watch'],
      fallback: 'everything',
    },
    ...STARTS,
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER,
  },
  notes: `Without --token, vatmock sends ADMIN_TOKEN (the operator's token) from the environment.

Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.`,
  wordChoices: ACTIONS,
};
