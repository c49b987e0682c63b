import { address, CONSOLE_PATH } from '../address/address.ts';
import type { Answer, CallOptions, Method, PathOf } from './operation-types.ts';
import { Refusal, type Refused, UNREACHABLE } from './refusal.ts';
import { endSession, session } from './session-state.ts';

/** What all paths of the server begin with: a proxy may put it below one. */
export const ROOT_PATH = CONSOLE_PATH.replace(/\/__console$/, '');

export const CONTROL_PATH = `${ROOT_PATH}/__admin`;

/** Tells the server that the call comes from this page: another origin cannot send it unasked. */
export const CONSOLE_HEADERS = { 'X-Vatmock-Console': '1' } as const;

type QueryValue = string | number | boolean | undefined;

interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly body?: unknown;
}

/** Options that may all be left out may be left out themselves. */
type Optional<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];

/**
 * Calls the control API: `await call('GET', '/requests', { query: { status: 422 } })`. Method, path, values and answer have
 * the types of its description. Throws a `Refusal` that can be shown as it is.
 */
export const call = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Optional<CallOptions<M, P>>
): Promise<Answer<M, P>> =>
  (await send(method, toUrl(path, options as Given | undefined), options as Given | undefined)) as Answer<M, P>;

/** The address of a call, for links and downloads; `GET` carries the session's cookie by itself. */
export const toUrl = (path: string, { path: values = {}, query = {} }: Given = {}): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  const sandbox = address.value.query.get('sandbox');
  if (sandbox !== null && !WITHOUT_SANDBOX.test(path)) search.set('sandbox', sandbox);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== '') search.append(name, String(one));
  return `${CONTROL_PATH}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
};

/** The sandbox that the page shows. */
export const shownSandbox = (): string => address.value.query.get('sandbox') ?? session.value?.sandbox ?? '';

/** Calls about the server, or about a sandbox that their path names. */
const WITHOUT_SANDBOX = /^\/(?:health|ready|backup|(?:sandboxes|visitor-links)(?:\/\{id\})?)?$/;

const send = async (method: string, url: string, { body }: Given = {}): Promise<unknown> => {
  const response = await fetchSafely(url, {
    method,
    headers: {
      ...CONSOLE_HEADERS,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return response.headers.get('content-type')?.includes('json') === true ? response.json() : undefined;
};

export const fetchSafely = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal(UNREACHABLE);
  }
};

/** A 401 ends the session: the page asks to sign in. */
export const readRefused = async (response: Response): Promise<Refused> => {
  if (response.status === 401) endSession();
  const text = await response.text();
  try {
    const { title, detail, ...more } = JSON.parse(text) as Partial<Refused>;
    if (title !== undefined && detail !== undefined) return { ...more, title, detail, status: response.status };
  } catch {
    // Not a problem document: a proxy in between may have answered.
  }
  return {
    title: `The server answered ${String(response.status)}`,
    detail: text.slice(0, 300) || 'The answer has no body. Look at the log of the server.',
    status: response.status,
  };
};
