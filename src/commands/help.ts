import { SETTINGS, type Setting } from '../config/settings.ts';

export const HELP = `vatmock: stub server of the Integration API for EU VAT-compliant cross-border vehicle transactions

  vatmock serve [options]      serve the API (npm start)
  vatmock test SCENARIO...     play scenarios with a client, and check what it did
  vatmock capsule              export what happened in a sandbox as one file; capsule replay FILE plays it again
  vatmock validate [FILE...]   check descriptions, scenarios and fixtures; without a file, those of the package
  vatmock listen [options]     bring the webhooks of a server, wherever it is, to this machine
  vatmock trigger EVENT        emit a sample event
  vatmock explain [ID|last]    say why the server answered a request as it did
  vatmock help COMMAND         options of a command; vatmock COMMAND --help is the same
  vatmock --version

Exit codes: 0 all is well, 1 the command ran and failed, 2 the command line is wrong.`;

const describe = ({ flag, env, value, help, fallback }: Setting): string =>
  `  --${flag} ${value}\n      ${help}\n      ${env}${fallback === undefined ? '' : `, default ${fallback}`}`;

export const SERVE_HELP = `vatmock serve: serve the API

${Object.values(SETTINGS as Readonly<Record<string, Setting>>)
  .map(describe)
  .join('\n')}

ADMIN_TOKEN in the environment (16 characters or more, no flag) is the token that the operator sends as Bearer to the
control API: it creates, lists and drops sandboxes, and acts on each by ?sandbox=ID. Without it those calls are off, but
for programs on the machine of a local server that nobody else can reach.

A flag wins over its environment variable. Ctrl-C and SIGTERM let requests in progress finish, then exit 0.`;

export const TEST_HELP = `vatmock test SCENARIO... [options] [-- COMMAND ARGUMENTS...]: check a client against scenarios

For each scenario it takes the sandbox back to its beginning, activates the scenario, runs the command and waits for its
end; then it prints what the scenario expects of a client and what came, and what the client did wrong besides. Without a
command it waits for a client that somebody else runs, until the verdict stands.

A SCENARIO is a name of --list, or the path of a file. Without one, all of --scenarios are played.

  --list
      List the scenarios, each with what it teaches.
  --timeout DURATION
      How long to wait for the client, of real time: PT60S without a command. A command that runs longer is ended and
      fails; without this option it may take as long as it likes.
  --junit FILE, --ctrf FILE
      Write the outcome as JUnit XML, or as a Common Test Report: a suite for each scenario, a test for each expectation.
      A command that failed is an error there, an expectation that is not met a failure.
  --all-assumptions
      Play each scenario once more under each alternative to what we assume of the API that concerns what the client
      called (docs/switchboard.md), and say under which it fails. Needs a command.
  --assume ID=ALTERNATIVE,...
      Play under these alternatives.
  --fail-on-findings
      Fail also when the client was seen to break a rule of the API; docs/coaching.md lists them.
  --scenarios FOLDER, --seed TEXT, --delays real|skip, --port NUMBER, --host ADDRESS, --public-url URL,
  --webhook-allow LIST
      As for vatmock serve. The port is 4010 without a command, and a free one with it.

The command finds in its environment VATMOCK_URL, VATMOCK_BASE_URL, VATMOCK_TOKEN_URL, VATMOCK_CLIENT_ID,
VATMOCK_CLIENT_SECRET and VATMOCK_SCENARIO.

  vatmock test lost-answer rate-limit-storm --junit build/vatmock.xml -- npm run test:integration

Exit codes: 0 all is met and the command exited with 0, 1 not so, 2 the command line is wrong. Ctrl-C and SIGTERM are
passed on to the command; when it has ended, so does vatmock, with 130 and 143.`;

export const VALIDATE_HELP = `vatmock validate [FILE...]: check files without serving them

A file may be an OpenAPI 3.0 or 3.1 description (or a folder that holds one), an AsyncAPI 3 description, a fixture of
organizations, a scenario (or a folder of them), or fixtures of a sandbox (a file, which is checked together with the
others of its folder, or a folder). What it is is seen from its first key. Each fault is printed as FILE:LINE:COLUMN: what is wrong. Exit code 1 when there is any.`;
