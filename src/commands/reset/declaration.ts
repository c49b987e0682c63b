import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const RESET: CommandDetails = {
  about: `Restores the initial state of the sandbox: its fixtures, and a clock that follows the wall clock. Scenarios end, and the journal
is empty. Clients keep their secrets and tokens.`,
  flags: SERVER_FLAGS,
  notes: 'Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.',
};
