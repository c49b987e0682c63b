import { Refusal, call, fetchSafely } from './call.ts';
import { type Node, readDescription, text } from './description.ts';
import { isForeign } from './session.ts';

/** A request of the API, as a client of the sandbox sends it. */
export interface ApiRequest {
  readonly method: string;
  /** Below the root URL of the server, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  /** Whose token it carries; none for a public operation. */
  readonly clientId: string | undefined;
  /** What says where the token goes; undefined for a bearer token. */
  readonly operationId?: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The id of the exchange in the traffic. */
  readonly requestId: string | undefined;
}

/** Sends a real request, with a token of the client: it is journalled, counted and answered like any other. */
export const sendAsClient = async (request: ApiRequest): Promise<ApiResponse> => {
  const { method, path, headers = {}, body, clientId, operationId } = request;
  const sent = { url: new URL(path, location.origin), headers: new Headers(headers), cookies: [] as string[] };
  if (clientId !== undefined) {
    // A token of the API for one of the sandbox's own clients, for what a person sends from the console.
    const { accessToken } = await call('POST /clients/{clientId}/access-token', { path: { clientId } });
    for (const scheme of await schemesOf(operationId)) addCredential(sent, scheme, accessToken);
  }
  const response = await withCookies(sent.cookies, (credentials) =>
    fetchSafely(sent.url.href, {
      method,
      credentials,
      headers: sent.headers,
      ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
    }),
  );
  const isText = /json|text|xml|yaml/.test(response.headers.get('content-type') ?? 'text');
  return {
    status: response.status,
    headers: [...response.headers],
    body: isText ? await response.text() : `(${(await response.blob()).size} bytes)`,
    requestId: response.headers.get('x-mock-request-id') ?? undefined,
  };
};

/** One scheme, which is neither an API key nor Basic. */
const BEARER: readonly Node[] = [{}];

/** What another API asks for; where it asks for nothing, the token still says whose the request is. */
const schemesOf = async (operationId: string | undefined): Promise<readonly Node[]> => {
  if (!isForeign.value) return BEARER;
  const { operations } = await readDescription('api');
  const { schemes = [] } = operations.find(({ id }) => id === operationId) ?? {};
  return schemes.length === 0 ? BEARER : schemes;
};

/** Where the credential of a security scheme goes, and its name there; any other than an API key is in `Authorization`. */
export const placeOf = (scheme: Node) =>
  scheme['type'] === 'apiKey'
    ? { place: text(scheme['in']), name: text(scheme['name']) }
    : { place: 'header', name: 'Authorization' };

const addCredential = (
  { url, headers, cookies }: { readonly url: URL; readonly headers: Headers; readonly cookies: string[] },
  scheme: Node,
  token: string,
): void => {
  const { place, name } = placeOf(scheme);
  if (place === 'query') url.searchParams.set(name, token);
  else if (place === 'cookie') cookies.push(`${name}=${token}`);
  else if (scheme['type'] === 'apiKey') headers.set(name, token);
  // The password of Basic says whose it is.
  else headers.set(name, isBasic(scheme) ? `Basic ${btoa(`client:${token}`)}` : `Bearer ${token}`);
};

export const isBasic = (scheme: Node): boolean => text(scheme['scheme']).toLowerCase() === 'basic';

/** No page may set the header itself: the browser is given the cookies for as long as the request takes. */
const withCookies = async <Value>(
  cookies: readonly string[],
  send: (credentials: RequestCredentials) => Promise<Value>,
): Promise<Value> => {
  if (cookies.length === 0) return send('omit');
  for (const cookie of cookies) document.cookie = `${cookie}; path=/`;
  try {
    return await send('same-origin');
  } finally {
    for (const cookie of cookies) document.cookie = `${cookie}; path=/; Max-Age=0`;
  }
};

/** A multipart body: the browser writes its boundary. */
export const toForm = (fields: Node, part: string, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, text(value));
  form.set(part, file);
  return form;
};

/** An Idempotency-Key that has not been used before: a page that came by plain HTTP has no `randomUUID`. */
export const drawKey = (): string => `console-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;

/** Of base64, also in its form for URLs. */
export const fromBase64 = (written: string) =>
  Uint8Array.from(atob(written.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** The first client of the sandbox that can get a token. */
export const firstClient = async (): Promise<string> => {
  const { data } = await call('GET /clients');
  const client = data.find(({ enabled, serviceAccountsEnabled }) => enabled && serviceAccountsEnabled);
  if (client === undefined)
    throw new Refusal({
      title: 'No client of this sandbox can get a token',
      detail: 'Enable one, or add one with POST /__admin/clients.',
    });
  return client.clientId;
};
