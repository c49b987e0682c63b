import type { ApiAnswer } from '../../support/api-client.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { succeed } from '../../support/workflow.ts';

export { succeed };

export interface AdminCall {
  readonly body?: unknown;
  /** The Bearer token; without one the call is anonymous. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type AdminClient = (method: string, path: string, call?: AdminCall) => Promise<ApiAnswer>;

/** Calls the control API; paths are below `/__admin`. */
export const createAdminClient =
  (started: StartedMock): AdminClient =>
  (method, path, { body, token, headers = {} } = {}) =>
    started.api.call(method, `${started.mock.url}/__admin${path}`, {
      as: null,
      ...(body === undefined ? {} : { body }),
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    });

export interface NewSandbox {
  readonly id: string;
  readonly organizationUuid: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sellers: readonly string[];
  readonly baseUrl: string;
  readonly tokenUrl: string;
}

export const createSandbox = async (
  admin: AdminClient,
  wish: object = {},
  call: Omit<AdminCall, 'body'> = {},
): Promise<NewSandbox> => succeed(await admin('POST', '/sandboxes', { ...call, body: wish })).body as NewSandbox;

type Client = Pick<NewSandbox, 'tokenUrl' | 'clientId' | 'clientSecret'>;

/** An access token as a client gets it: with its secret, from the token endpoint. */
export const fetchToken = async ({ tokenUrl, clientId, clientSecret }: Client): Promise<Response> =>
  fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });

export const tokenOf = async (sandbox: Client): Promise<string> => {
  const answer = await fetchToken(sandbox);
  if (!answer.ok) throw new Error(`no token for ${sandbox.clientId}: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
};
