import { SETTINGS } from '../../config/settings.ts';
import { type CommandDetails, toFlag, toFlags } from '../command-line/declaration.ts';

export const SERVE: CommandDetails = {
  flags: { ...toFlags(SETTINGS), limits: { ...toFlag('limits', SETTINGS.limits), isRepeated: true } },
  hint: 'limits are entries of --limits, such as --limits max-guesses=10',
  notes: `The environment variable ADMIN_TOKEN (at least 16 characters, no flag) sets the operator's bearer token for the control
API. With it, the operator creates, lists and drops sandboxes, and controls each with ?sandbox=ID. Without it, these calls
are disabled, except for programs on the same machine while a local server listens on loopback.

The environment variable VATMOCK_ENCRYPTION_KEY (no flag; openssl rand -base64 32) encrypts the data folder. To set, change or
remove the key of a folder that has data, see vatmock rekey --help.

A flag overrides its environment variable. On Ctrl-C or SIGTERM the server finishes requests in progress and exits with 0.`,
};
