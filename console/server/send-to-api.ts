import { accessToken } from './access-token.ts';
import { fetchSafely } from './call.ts';

/** A request to the API itself, which a person sends on purpose. */
export interface ApiCall {
  readonly method: string;
  /** With its query, below this origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whose token it carries; none for a public operation. */
  readonly clientId: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  /** The id of its exchange in the journal. */
  readonly exchangeId: string | undefined;
}

export const sendToApi = async ({ method, path, headers, body, clientId }: ApiCall): Promise<ApiAnswer> => {
  const token = clientId === undefined ? undefined : await accessToken(clientId);
  const response = await fetchSafely(path, {
    method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    credentials: 'omit',
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  await response.arrayBuffer();
  return { status: response.status, exchangeId: response.headers.get('x-mock-request-id') ?? undefined };
};
