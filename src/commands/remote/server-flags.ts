import { UsageError } from '../terminal/usage-error.ts';
import type { Flags } from '../command-line/declaration.ts';
import type { Input } from '../command-line/input.ts';

/** Server address and credentials: the same options for every command that calls a server. */
export interface ServerOptions {
  /** Root URL, without a trailing slash. */
  readonly url: string;
  readonly sandbox: string | undefined;
  readonly credentials: Credentials;
}

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string };

const USUAL_URL = 'http://127.0.0.1:4010';

export const SERVER_FLAGS: Flags = {
  url: { value: 'URL', help: 'the root URL of the server', env: 'VATMOCK_URL', fallback: USUAL_URL },
  sandbox: {
    value: 'ID',
    help: 'the sandbox; required with the operator’s token of a hosted server, otherwise only the caller’s own',
    env: 'VATMOCK_SANDBOX',
  },
  'client-id': { value: 'ID', help: 'act as this client, in its sandbox', env: 'VATMOCK_CLIENT_ID' },
  'client-secret': {
    value: 'SECRET',
    help: 'the secret of the client; prefer the environment variable, which process lists do not show',
    env: 'VATMOCK_CLIENT_SECRET',
  },
  token: {
    value: 'TOKEN',
    help: 'an access token, or the operator’s token; prefer the environment variable',
    env: 'VATMOCK_TOKEN',
  },
};

export const readServerFlags = (input: Input): ServerOptions => ({
  url: toRoot(input.text('url') ?? USUAL_URL),
  sandbox: input.text('sandbox'),
  credentials: readCredentials(input),
});

const toRoot = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--url must be an http or https URL such as ${USUAL_URL}, but is "${text}"`);
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw new UsageError('--url must not contain a user name or password: use --client-id and --client-secret');
  // Accepts the base URL of the API too, since users have it at hand.
  return origin + pathname.replace(/\/(?:v1|__admin)?\/*$/, '');
};

/** The command line overrides the environment, regardless of the type of credentials. */
const readCredentials = (input: Input): Credentials => {
  const { token: onLine, 'client-id': idOnLine } = input.given;
  if (onLine !== undefined && idOnLine !== undefined)
    throw new UsageError('use either --token, or --client-id and --client-secret');
  const token = idOnLine === undefined ? input.text('token') : undefined;
  if (token !== undefined) return { kind: 'token', token };
  const [id, secret] = [input.text('client-id'), input.text('client-secret')];
  if (id === undefined && secret === undefined) return { kind: 'none' };
  if (id === undefined) throw new UsageError('--client-secret needs --client-id (VATMOCK_CLIENT_ID)');
  if (secret === undefined) throw new UsageError('--client-id needs --client-secret (VATMOCK_CLIENT_SECRET)');
  return { kind: 'client', id, secret };
};
