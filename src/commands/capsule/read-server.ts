import type { Input } from '../command-line/input.ts';
import { type ServerOptions, readServerFlags } from '../remote/server-flags.ts';

/** The operator already has the token in the environment. */
export const readServer = (input: Input, env: Readonly<Record<string, string | undefined>>): ServerOptions => {
  const options = readServerFlags(input);
  const { ADMIN_TOKEN: token = '' } = env;
  return options.credentials.kind === 'none' && token !== ''
    ? { ...options, credentials: { kind: 'token', token } }
    : options;
};
