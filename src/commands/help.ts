import { type Setting, helpOf } from '../config/setting.ts';
import { SETTINGS } from '../config/settings.ts';

export const HELP = `vatmock: stub server of the Integration API for EU VAT-compliant cross-border vehicle transactions

  vatmock serve [options]      serve the API (npm start)
  vatmock test SCENARIO...     run scenarios against a client and check what it did
  vatmock capsule              export the recorded calls of a sandbox as one file; capsule replay FILE replays it
  vatmock validate [FILE...]   validate descriptions, scenarios and fixtures; without a file, the bundled ones
  vatmock listen [options]     forward the webhooks of any server to this machine
  vatmock trigger EVENT        emit a sample event
  vatmock explain [ID|last]    explain why the server responded to a request as it did
  vatmock help COMMAND         show the options of a command, like vatmock COMMAND --help
  vatmock --version            print the version

Exit codes: 0 success, 1 the command failed, 2 invalid command line.`;

const describe = (setting: Setting): string => {
  const { flag, env, value, fallback } = setting;
  return `  --${flag} ${value}\n      ${helpOf(setting)}\n      ${env}${fallback === undefined ? '' : `, default ${fallback}`}`;
};

export const SERVE_HELP = `vatmock serve: serve the API

${Object.values(SETTINGS as Readonly<Record<string, Setting>>)
  .map(describe)
  .join('\n')}

The environment variable ADMIN_TOKEN (at least 16 characters, no flag) sets the operator's bearer token for the control
API. With it, the operator creates, lists and drops sandboxes, and controls each with ?sandbox=ID. Without it, these calls
are disabled, except for programs on the same machine while a local server listens on loopback.

A flag overrides its environment variable. On Ctrl-C or SIGTERM the server finishes requests in progress and exits with 0.`;

export const TEST_HELP = `vatmock test SCENARIO... [options] [-- COMMAND ARGUMENTS...]: check a client against scenarios

For each scenario, vatmock resets the sandbox, activates the scenario, runs the command and waits for it to exit. Then it
prints what the scenario expects of a client, what it observed, and any other mistakes of the client. Without a command, it
waits until a client that you start yourself has met or missed the expectations.

SCENARIO is a name from --list or the path of a file. Without one, all scenarios in the --scenarios folder run.

  --list
      List the scenarios and their purposes.
  --timeout DURATION
      How long to wait for the client, in real time. Without a command, the default is PT60S. A command that runs longer is
      terminated and counts as failed; without this option it has no time limit.
  --junit FILE, --ctrf FILE
      Write the result as JUnit XML or as a Common Test Report: a suite per scenario, a test per expectation. A failed
      command is reported as an error, an unmet expectation as a failure.
  --all-assumptions
      Run each scenario again under each alternative to our assumptions that affects the calls of the client
      (docs/switchboard.md), and report those under which it fails. Requires a command.
  --assume ID=ALTERNATIVE,...
      Run under these alternatives to our assumptions.
  --fail-on-findings
      Also fail if the client breaks a rule of the API (docs/coaching.md lists the rules).
  --scenarios FOLDER, --seed TEXT, --delays real|skip, --port NUMBER, --host ADDRESS, --public-url URL,
  --webhook-allow LIST
      As for vatmock serve. The default port is 4010 without a command, and any free port with one.

vatmock sets these environment variables for the command: VATMOCK_URL, VATMOCK_BASE_URL, VATMOCK_TOKEN_URL,
VATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET and VATMOCK_SCENARIO.

  vatmock test lost-answer rate-limit-storm --junit build/vatmock.xml -- npm run test:integration

Exit codes: 0 all expectations are met and the command exited with 0, 1 otherwise, 2 invalid command line. vatmock passes
Ctrl-C and SIGTERM on to the command, waits for it, and exits with 130 or 143.`;

export const VALIDATE_HELP = `vatmock validate [FILE...]: validate files without serving them

FILE is an OpenAPI 3.0, 3.1 or 3.2 description (or a folder that contains one), an AsyncAPI 3 description, a file of
organizations, a scenario (or a folder of scenarios), or fixtures of a sandbox (a folder, or a file, which is validated
together with the other files of its folder). The first key of a file determines its kind. Each error is printed as
FILE:LINE:COLUMN: MESSAGE. The exit code is 1 if there are errors.`;
