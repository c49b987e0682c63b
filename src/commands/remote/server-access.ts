import { Agent, request } from 'undici';
import { codeOf } from '../../edges/webhooks/open-connection.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';
import { defined } from '../../kernel/defined.ts';
import { readEventStream } from './event-stream.ts';
import { RemoteError } from './remote-error.ts';
import type { readServer, Credentials } from './server-flags.ts';

interface RemoteCall {
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Request body, sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | null;
}

export type ServerAccess = ReturnType<typeof createServerAccess>;

/** Milliseconds until the response headers, and between two chunks of the response. */
const RESPONSE_TIMEOUT = 20_000;

/** Milliseconds without data before a stream counts as broken; the server sends a keep-alive every 15 seconds. */
const SILENCE = 45_000;

/** Client of a server's control API, local or remote. */
export const createServerAccess = ({ url, sandbox, credentials }: ReturnType<typeof readServer>) => {
  const dispatcher = new Agent({ headersTimeout: RESPONSE_TIMEOUT });
  let fetched: Promise<string> | undefined;

  const send = async (target: string, options: Parameters<typeof request>[1]): Promise<Answer> => {
    try {
      return await request(target, { ...options, dispatcher });
    } catch (error) {
      if (options?.signal instanceof AbortSignal && options.signal.aborted) throw error;
      throw new RemoteError(
        `no server is reachable at ${url} (${codeOf(error)}). Start one with "vatmock serve" (npm start), or set its URL with --url.`,
      );
    }
  };

  const fetchToken = async (id: string, secret: string): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const answer = await send(url + TOKEN_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    if (answer.statusCode !== 200)
      throw await toRefusal(answer, `${url} refuses an access token to client "${id}"`, 'client');
    return ((await answer.body.json()) as { readonly access_token: string }).access_token;
  };

  const authorization = async (): Promise<Record<string, string>> => {
    if (credentials.kind === 'none') return {};
    if (credentials.kind === 'token') return { authorization: `Bearer ${credentials.token}` };
    fetched ??= fetchToken(credentials.id, credentials.secret);
    const token = await fetched.catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
    return { authorization: `Bearer ${token}` };
  };

  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { query = {}, body, headers = {}, signal = null }: RemoteCall = {},
    bodyTimeout = RESPONSE_TIMEOUT,
    isAgain = false,
  ): Promise<Answer> => {
    const answer = await send(`${url}/__admin${path}`, {
      method,
      query: defined({ ...query, sandbox }),
      headers: {
        ...headers,
        ...(await authorization()),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      bodyTimeout,
    });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
    if (answer.statusCode !== 401 || credentials.kind !== 'client' || isAgain)
      throw await toRefusal(answer, `${url} refuses`, credentials.kind);
    // The token lasts five minutes on the sandbox's clock, which may have been moved.
    await answer.body.dump();
    fetched = undefined;
    return call(method, path, { query, body, headers, signal }, bodyTimeout, true);
  };

  return {
    url,
    /** Returns a successful response; throws any other as a `RemoteError`. Does not follow redirects. */
    call,
    /** Returns a successful response as JSON. */
    json: async (...args: Parameters<typeof call>): Promise<unknown> => (await call(...args)).body.json(),
    /** The events of a stream, as they come; throws when none has come for too long, or its signal aborts. */
    stream: async function* (path: string, { headers, ...options }: RemoteCall) {
      const accepting = { ...options, headers: { accept: 'text/event-stream', ...headers } };
      yield* readEventStream((await call('GET', path, accepting, SILENCE)).body);
    },
    close: () => dispatcher.destroy(),
  };
};

type Answer = Awaited<ReturnType<typeof request>>;

/** Converts an error response to a one-line message. */
const toRefusal = async (answer: Answer, what: string, kind: Credentials['kind']): Promise<RemoteError> => {
  const { statusCode: status, headers } = answer;
  // A problem of the control API, or an error of the token endpoint.
  const body = ((await answer.body.json().catch(() => null)) ?? {}) as {
    readonly detail?: string;
    readonly error?: string;
    readonly error_description?: string;
  };
  const { detail, error, error_description } = body;
  if (status >= 300 && status < 400) {
    const to = headers['location'];
    return new RemoteError(
      `${what}: it answers ${status} and points to ${typeof to === 'string' ? to : 'nowhere'}; give that as --url if it is the server`,
      status,
    );
  }
  const said = detail ?? [error, error_description].filter((part) => part !== undefined).join(': ');
  if (said === '') return new RemoteError(`${what} (${status}), and not as vatmock would: is --url its root?`, status);
  return new RemoteError(`${what} (${status}): ${said}${remedy(status, kind)}`, status, body);
};

const remedy = (status: number, kind: Credentials['kind']): string => {
  if (status !== 401 || kind === 'client') return '';
  return kind === 'token'
    ? ' An access token lives five minutes: with VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET they are fetched as needed.'
    : ' Set VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET, or VATMOCK_TOKEN.';
};
