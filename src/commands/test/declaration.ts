import { SETTINGS } from '../../config/settings.ts';
import { type CommandDetails, toFlag, toFlags } from '../command-line/declaration.ts';

/** Server settings that a test can override. */
export const ACCEPTED_SETTINGS = [
  'port',
  'host',
  'publicUrl',
  'allowedHosts',
  'seed',
  'scenarios',
  'delays',
  'webhookAllow',
  'assume',
] as const;

export const TEST: CommandDetails = {
  usage: 'SCENARIO... [options] [-- COMMAND ARGUMENTS...]',
  about: `For each scenario, vatmock resets the sandbox, activates the scenario, runs the command and waits for it to exit. Then it
prints what the scenario expects of a client, what it observed, and any other mistakes of the client. Without a command, it
waits until a client that you start yourself has met or missed the expectations.

SCENARIO is a name from --list or the path of a file. Without one, all scenarios in the --scenarios folder run.

  vatmock test lost-answer rate-limit-storm --junit build/vatmock.xml -- npm run test:integration`,
  flags: {
    list: { help: 'List the scenarios and their purposes.' },
    timeout: {
      value: 'DURATION',
      help: 'How long to wait for the client, in real time. A command that runs longer is terminated and counts as failed; without this option it has no time limit.',
      fallback: 'PT60S without a command',
    },
    junit: {
      value: 'FILE',
      help: 'Write the result as JUnit XML: a suite per scenario, a test per expectation. A failed command is reported as an error, an unmet expectation as a failure.',
    },
    ctrf: { value: 'FILE', help: 'Write the same result as a Common Test Report (CTRF).' },
    'all-assumptions': {
      help: 'Run each scenario again under each alternative to our assumptions that affects the calls of the client (docs/assumptions.md), and report those under which it fails. Requires a command.',
    },
    'fail-on-findings': {
      help: 'Also fail if the client breaks a rule of the API (docs/reference.md lists the rules).',
    },
    ...toFlags(Object.fromEntries(ACCEPTED_SETTINGS.map((name) => [name, SETTINGS[name]]))),
    // PORT and HOST usually refer to the program under test.
    port: {
      ...toFlag('port', SETTINGS.port),
      env: undefined,
      fallback: '4010 without a command, any free port with one',
    },
    host: { ...toFlag('host', SETTINGS.host), env: undefined },
  },
  notes: `vatmock sets these environment variables for the command: VATMOCK_URL, VATMOCK_BASE_URL, VATMOCK_TOKEN_URL,
VATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET and VATMOCK_SCENARIO.

Exit codes: 0 all expectations are met and the command exited with 0, 1 otherwise, 2 invalid command line. vatmock passes
Ctrl-C and SIGTERM on to the command, waits for it, and exits with 130 or 143.`,
  wordChoices: 'files',
  startsProgram: true,
  hint: 'write a command and its options after --',
};
