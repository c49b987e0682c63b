import type { Mock } from '../../src/index.ts';
import type { Clock } from '../../src/kernel/clock.ts';

// An import would load more of Node: see src/kernel/status-codes.ts.
const { request } = process.getBuiltinModule('node:http');

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface ApiCall {
  /** Sent as JSON unless it is a string or bytes. */
  readonly body?: unknown;
  /** `undefined` takes a default header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The client whose token is sent; null sends none. */
  readonly as?: string | null;
}

export interface ApiClient {
  readonly call: (method: string, path: string, call?: ApiCall) => Promise<ApiAnswer>;
  readonly get: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
  readonly post: (path: string, body?: unknown, call?: ApiCall) => Promise<ApiAnswer>;
  readonly patch: (path: string, body?: unknown, call?: ApiCall) => Promise<ApiAnswer>;
  readonly delete: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
}

/** Tokens live five minutes; clients are asked to fetch a new one about a minute earlier. */
const RENEWAL = 240_000;

/** Small on purpose: what a test says is what is sent. Paths are below the base URL unless they are whole URLs. */
export const createApiClient = (mock: Mock, clock: Clock): ApiClient => {
  let keys = 0;
  const tokens = new Map<string, { readonly token: string; readonly renewAt: number }>();
  const tokenOf = async (clientId: string): Promise<string> => {
    const known = tokens.get(clientId);
    if (known !== undefined && clock.now() < known.renewAt) return known.token;
    const token = await mock.token(clientId);
    tokens.set(clientId, { token, renewAt: clock.now() + RENEWAL });
    return token;
  };

  const call: ApiClient['call'] = async (method, path, { body, headers = {}, as = 'api-client-demo' } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const payload = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
    const all: Record<string, string | undefined> = {
      ...(as === null ? {} : { authorization: `Bearer ${await tokenOf(as)}` }),
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'idempotency-key': `test-key-${String(++keys)}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    return send(method, path.startsWith('http') ? path : mock.baseUrl + path, sent, payload);
  };

  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    patch: (path, body, options) => call('PATCH', path, { ...options, body }),
    delete: (path, options) => call('DELETE', path, options),
  };
};

const send = (
  method: string,
  url: string,
  headers: Record<string, string>,
  payload: string | Uint8Array | undefined,
): Promise<ApiAnswer> =>
  new Promise((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    const outgoing = request(url, { method, headers: { ...length, ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
          text,
          body: parse(text),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
