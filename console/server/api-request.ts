import { call, fetchSafely } from './call.ts';

/** A request of the API, as a client of the sandbox sends it. */
export interface ApiRequest {
  readonly method: string;
  /** Below the root URL of the server, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  /** Whose token it carries; none for a public operation. */
  readonly clientId: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The id of the exchange in the traffic. */
  readonly requestId: string | undefined;
}

/** Sends a real request, with a token of the client: it is journalled, counted and answered like any other. */
export const sendAsClient = async ({ method, path, headers, body, clientId }: ApiRequest): Promise<ApiResponse> => {
  // A token of the API for one of the sandbox's own clients, for what a person sends from the console.
  const token =
    clientId === undefined
      ? undefined
      : (await call('POST', '/clients/{clientId}/access-token', { path: { clientId } })).accessToken;
  const response = await fetchSafely(path, {
    method,
    credentials: 'omit',
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const isText = /json|text|xml|yaml/.test(response.headers.get('content-type') ?? 'text');
  return {
    status: response.status,
    headers: [...response.headers],
    body: isText ? await response.text() : `(${String((await response.blob()).size)} bytes)`,
    requestId: response.headers.get('x-mock-request-id') ?? undefined,
  };
};

/** The first client of the sandbox that may call the API. */
export const firstClient = async (): Promise<string> => {
  const { data } = await call('GET', '/clients', {});
  const client = data.find(({ enabled }) => enabled);
  if (client === undefined) throw new Error('This sandbox has no enabled client: create or enable one first');
  return client.clientId;
};
