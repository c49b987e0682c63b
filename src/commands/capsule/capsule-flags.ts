import { type Flags, type ReadFlags, describeFlags } from '../remote/read-flags.ts';
import { SERVER_FLAGS, type ServerOptions, readServerFlags } from '../remote/server-flags.ts';

export const DEFAULT_FILE = 'capsule.json';

export const CAPSULE_FLAGS: Flags = {
  out: { value: 'FILE', help: `output file (default ${DEFAULT_FILE})` },
  ...SERVER_FLAGS,
  help: { help: 'show this help', short: 'h' },
};

export const CAPSULE_HELP = `vatmock capsule: export the recorded calls of a sandbox as one file without credentials

  vatmock capsule start         save the state of a sandbox and record everything from now on
  vatmock capsule               export the recording (without a start: since the last reset, as far as the journal reaches)
  vatmock capsule end           delete the recording
  vatmock capsule replay FILE   replay the calls on a fresh server and compare the responses byte for byte

${describeFlags(CAPSULE_FLAGS)}

Without a client or token, vatmock sends ADMIN_TOKEN (the operator's token) from the environment. Then name the sandbox
with --sandbox.

Exit codes: 0 success, or all responses are identical; 1 the server refuses or is unreachable, a file is unusable, or a
response differs; 2 invalid command line.`;

/** The operator already has the token in the environment. */
export const readServer = (flags: ReadFlags, env: Readonly<Record<string, string | undefined>>): ServerOptions => {
  const options = readServerFlags(flags);
  const { ADMIN_TOKEN: token = '' } = env;
  return options.credentials.kind === 'none' && token !== ''
    ? { ...options, credentials: { kind: 'token', token } }
    : options;
};
