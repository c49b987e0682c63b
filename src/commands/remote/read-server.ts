import type { Input } from '../command-line/input.ts';
import { type ServerOptions, readServerFlags } from './server-flags.ts';

/** Operators usually have the token in an environment variable. */
export const readServer = (input: Input, env: Readonly<Record<string, string | undefined>>): ServerOptions => {
  const options = readServerFlags(input);
  const { ADMIN_TOKEN: token = '' } = env;
  return options.credentials.kind === 'none' && token !== ''
    ? { ...options, credentials: { kind: 'token', token } }
    : options;
};
