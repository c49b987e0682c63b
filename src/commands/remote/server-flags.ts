import { isHttpUrl } from '../../kernel/http.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { SERVER_FLAGS } from '../../generated/commands.ts';
import type { Input } from '../command-line/command.ts';

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string };

const USUAL_URL = SERVER_FLAGS.url.fallback;

/** Server address and credentials, as every command that calls a server reads them. */
export const readServer = (input: Input, env: NodeJS.ProcessEnv) => ({
  /** Root URL, without a trailing slash. */
  url: toRoot(input.text('url') ?? USUAL_URL),
  sandbox: input.text('sandbox'),
  credentials: readCredentials(env),
});

const toRoot = (text: string): string => {
  if (!isHttpUrl(text))
    throw new UsageError(`--url must be an http or https URL such as ${USUAL_URL}, but is "${text}"`);
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw new UsageError(
      '--url must not contain a user name or password: set VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET',
    );
  // Accepts the base URL of the API too, since users have it at hand.
  return origin + pathname.replace(/\/(?:v1|__admin)?\/*$/, '');
};

const readCredentials = ({
  VATMOCK_TOKEN: token = '',
  VATMOCK_CLIENT_ID: id = '',
  VATMOCK_CLIENT_SECRET: secret = '',
  ADMIN_TOKEN: operator = '',
}: NodeJS.ProcessEnv): Credentials => {
  if (token !== '') return { kind: 'token', token };
  if (id !== '' && secret !== '') return { kind: 'client', id, secret };
  if (id !== '') throw new UsageError('VATMOCK_CLIENT_ID needs VATMOCK_CLIENT_SECRET');
  if (secret !== '') throw new UsageError('VATMOCK_CLIENT_SECRET needs VATMOCK_CLIENT_ID');
  return operator === '' ? { kind: 'none' } : { kind: 'token', token: operator };
};
