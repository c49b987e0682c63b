import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const DEFAULT_FILE = 'capsule.json';

export const CAPSULE: CommandDetails = {
  about: `The file holds no credentials.

  vatmock capsule start         save the state of a sandbox and record everything from now on
  vatmock capsule               export the recording (without a start: since the last reset, as far as the journal reaches)
  vatmock capsule end           delete the recording
  vatmock capsule replay FILE   replay the calls on a fresh server and compare the responses byte for byte`,
  flags: { out: { value: 'FILE', help: 'output file', fallback: DEFAULT_FILE }, ...SERVER_FLAGS },
  notes: `Without a client or token, vatmock sends ADMIN_TOKEN (the operator's token) from the environment. Then name the sandbox
with --sandbox.

Exit codes: 0 success, or all responses are identical; 1 the server refuses or is unreachable, a file is unusable, or a
response differs; 2 invalid command line.`,
  wordChoices: ['start', 'end', 'replay'],
};
