import { type Flags, type ReadFlags, describeFlags } from '../remote/read-flags.ts';
import { SERVER_FLAGS, type ServerOptions, readServerFlags } from '../remote/server-flags.ts';

export const DEFAULT_FILE = 'capsule.json';

export const CAPSULE_FLAGS: Flags = {
  out: { value: 'FILE', help: `where the capsule goes, ${DEFAULT_FILE} unless said` },
  ...SERVER_FLAGS,
  help: { help: 'print this', short: 'h' },
};

export const CAPSULE_HELP = `vatmock capsule: what happened in a sandbox, as one file without credentials

  vatmock capsule start         keep the state of a sandbox, and take down everything from now on
  vatmock capsule               export it (without a start: since the last reset, as far as the journal holds it)
  vatmock capsule end           forget the recording
  vatmock capsule replay FILE   play the calls again on a server of its own, and compare the answers byte for byte

${describeFlags(CAPSULE_FLAGS)}

Where neither a client nor a token is named, ADMIN_TOKEN in the environment is sent: the operator's token. Name the sandbox
with it.

Exit codes: 0 it was done, or every answer is the same; 1 the server refuses or cannot be reached, a file cannot be used, or
an answer differs; 2 the command line is wrong.`;

/** Whoever runs the server has its token in the environment already. */
export const readServer = (flags: ReadFlags, env: Readonly<Record<string, string | undefined>>): ServerOptions => {
  const options = readServerFlags(flags);
  const { ADMIN_TOKEN: token = '' } = env;
  return options.credentials.kind === 'none' && token !== ''
    ? { ...options, credentials: { kind: 'token', token } }
    : options;
};
