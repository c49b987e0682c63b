import type { request } from 'undici';
import type { Violation } from '../../kernel/problem.ts';
import { RemoteError } from './remote-error.ts';
import type { Credentials } from './server-flags.ts';

export type Answer = Awaited<ReturnType<typeof request>>;

/** Error body: a problem of the control API, or an error of the token endpoint. */
interface ErrorBody {
  readonly detail?: string;
  readonly error?: string;
  readonly error_description?: string;
  readonly errors?: readonly Violation[];
}

/** Converts an error response to a one-line message. */
export const toRefusal = async (answer: Answer, what: string, kind: Credentials['kind']): Promise<RemoteError> => {
  const { statusCode: status, headers } = answer;
  const body = parse(await answer.body.text().catch(() => ''));
  const { detail, error, error_description, errors } = body;
  if (status >= 300 && status < 400) {
    const to = headers['location'];
    return new RemoteError(
      `${what}: it answers ${String(status)} and points to ${typeof to === 'string' ? to : 'nowhere'}; give that as --url if it is the server`,
      status,
    );
  }
  const said = detail ?? [error, error_description].filter((part) => part !== undefined).join(': ');
  if (said === '')
    return new RemoteError(`${what} (${String(status)}), and not as vatmock would: is --url its root?`, status);
  return new RemoteError(`${what} (${String(status)}): ${said}${remedy(status, kind)}`, status, errors ?? [], body);
};

const remedy = (status: number, kind: Credentials['kind']): string => {
  if (status !== 401 || kind === 'client') return '';
  return kind === 'token'
    ? ' An access token lives five minutes: with --client-id and --client-secret they are fetched as needed.'
    : ' Give --client-id and --client-secret (VATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET), or --token (VATMOCK_TOKEN).';
};

const parse = (text: string): ErrorBody => {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};
