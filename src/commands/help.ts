import { SETTINGS, type Setting } from '../config/settings.ts';

export const HELP = `vatmock: stub server of the Integration API for EU VAT-compliant cross-border vehicle transactions

  vatmock serve [options]      serve the API (npm start)
  vatmock validate [FILE...]   check descriptions and fixtures; without a file, those of the package
  vatmock COMMAND --help       options of a command
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

export const VALIDATE_HELP = `vatmock validate [FILE...]: check files without serving them

A file may be an OpenAPI 3.0 or 3.1 description (or a folder that holds one), an AsyncAPI 3 description, or a fixture
of organizations. Each fault is printed as FILE:LINE:COLUMN: what is wrong. Exit code 1 when there is any.`;
