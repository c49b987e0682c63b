import type { paths } from '../../src/generated/admin-types.ts';
import type { Problem } from '../../src/generated/control-schemas.ts';
import { CONSOLE_PATH, address, withQuery } from './address.ts';
import { endSession, session } from './session.ts';
import { tell } from './told.ts';

/** Why the server refused a call, in the words of its problem document. */
export type Refused = Pick<Problem, 'title' | 'detail'> & Partial<Problem>;

export class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.detail);
    this.name = 'Refusal';
    this.refused = refused;
  }
}

/** Anything that was thrown, as something that can be shown. */
export const toRefused = (error: unknown): Refused =>
  error instanceof Refusal
    ? error.refused
    : { title: 'The console failed', detail: `${String(error)}. Reload the page; if it happens again, report it.` };

const UNREACHABLE: Refused = {
  title: 'The server does not answer',
  detail: 'It may have stopped, or the connection is gone. Start it again; this page reconnects by itself.',
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths of the control API that know the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: OperationOf<`${M} ${P}`> extends { readonly responses: unknown } ? P : never;
}[keyof paths];

/** A call by its method and its path. */
type Call = { [M in Method]: `${M} ${PathOf<M>}` }[Method];

type OperationOf<C> = C extends `${infer M} ${infer P extends keyof paths}`
  ? paths[P][Lowercase<M> & keyof paths[P]]
  : never;

/** What a call is made of: values for its path, its query and its body. What is not set may be undefined. */
export type CallOptions<C extends Call> =
  OperationOf<C> extends infer Operation extends { readonly parameters: { readonly path?: unknown } }
    ? Pick<Operation['parameters'], 'path'> & {
        readonly [Part in keyof Operation['parameters'] as Part & 'query']: OrUndefined<
          NonNullable<Operation['parameters'][Part]>
        >;
      } & {
        readonly [Part in keyof Operation as Part extends 'requestBody' ? 'body' : never]: OrUndefined<
          ContentOf<Operation[Part], string>
        >;
      }
    : never;

type OrUndefined<Values> = { readonly [Name in keyof Values]: Values[Name] | undefined };

type ContentOf<Message, Type> = Message extends { readonly content: infer Content }
  ? Content[keyof Content & Type]
  : undefined;

/** The body of the answer, when the call succeeds. */
export type Answer<C extends Call> =
  OperationOf<C> extends { readonly responses: infer Answers }
    ? ContentOf<Answers[Extract<keyof Answers, 200 | 201 | 202>], 'application/json'>
    : never;

/** What all paths of the server begin with: a proxy may put it below one. */
const ROOT_PATH = CONSOLE_PATH.replace(/\/__console$/, '');

export const CONTROL_PATH = `${ROOT_PATH}/__admin`;

type QueryValue = string | number | boolean | undefined;

interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly body?: unknown;
}

/** Options that may all be left out may be left out themselves. */
export type Optional<Options, Other = never> =
  Partial<Options> extends Options ? [options?: Options | Other] : [options: Options | Other];

/**
 * Calls the control API: `await call('GET /requests', { query: { status: 422 } })`. The call, its values and the answer have
 * the types of its description. Throws a `Refusal` that can be shown as it is.
 */
export const call = async <C extends Call>(name: C, ...[options]: Optional<CallOptions<C>>): Promise<Answer<C>> => {
  const given = options as Given | undefined;
  const [method = '', path = ''] = name.split(' ');
  const answer = await sendJson<Answer<C>>(method, toUrl(path, given), given?.body);
  // After what the caller does with the answer: it may go elsewhere, where what is shown now is not read again.
  if (method !== 'GET') setTimeout(() => tell('written'));
  return answer;
};

/** The address of a call, for links and downloads; `GET` carries the session's cookie by itself. */
export const toUrl = (path: string, { path: values = {}, query = {} }: Given = {}): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  const sandbox = address.value.query.get('sandbox');
  if (sandbox !== null && !WITHOUT_SANDBOX.test(path)) search.set('sandbox', sandbox);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== '') search.append(name, String(one));
  return withQuery(CONTROL_PATH + filled, search);
};

/** The sandbox that the page shows. */
export const shownSandbox = (): string => address.value.query.get('sandbox') ?? session.value?.sandbox ?? '';

/** Calls about the server, or about a sandbox that their path names. */
const WITHOUT_SANDBOX = /^\/(?:health|ready|backup|(?:sandboxes|visitor-links)(?:\/\{id\})?)?$/;

/** Sends JSON, or nothing; returns what is answered, if it is JSON. */
export const sendJson = <Body>(method: string, url: string, body?: unknown): Promise<Body> =>
  body === undefined ? send(method, url) : send(method, url, JSON.stringify(body), 'application/json');

/** Sends a text that a person wrote, comments included. */
export const sendYaml = <Body>(method: string, path: string, text: string): Promise<Body> =>
  send(method, toUrl(path), text, 'application/yaml');

const send = async <Body>(method: string, url: string, body?: string, type?: string): Promise<Body> => {
  const headers = { accept: 'application/json', ...(type === undefined ? {} : { 'content-type': type }) };
  const response = await fetchGood(url, { method, headers, body: body ?? null });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return (isJson ? await response.json() : undefined) as Body;
};

/** Asks the server as this page: another origin cannot send the header unasked. Throws what the server refuses. */
export const fetchGood = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set('X-Vatmock-Console', '1');
  const response = await fetchSafely(url, { ...init, headers });
  if (response.ok) return response;
  // The page asks to sign in.
  if (response.status === 401) endSession();
  throw new Refusal(refusedBy(response.status, await response.text()));
};

export const fetchSafely = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal(UNREACHABLE);
  }
};

/** What a response says, if it is a problem document: a proxy in between may have answered. */
export const refusedBy = (status: number, text: string): Refused => {
  try {
    const { title, detail, ...more } = JSON.parse(text) as Partial<Refused>;
    if (title !== undefined && detail !== undefined) return { ...more, title, detail, status };
  } catch {
    // No JSON.
  }
  const detail = text.slice(0, 300) || 'The answer has no body. Look at the log of the server.';
  return { title: `The server answered ${status}`, detail, status };
};

/** Reads a file of the control API; a link could not send the console's header. */
export const readFile = async (url: string): Promise<Blob> => (await fetchGood(url)).blob();

/** Saves such a file, whatever is in it: nothing of it is shown in the page. */
export const download = async (url: string, fileName: string): Promise<void> => saveFile(await readFile(url), fileName);

export const saveFile = (file: Blob, fileName: string): void => {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(address);
};
