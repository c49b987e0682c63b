import type { ApiAnswer } from '../../support/api-client.ts';
import type { StartedMock } from '../../support/start-mock.ts';

/** The enterprise organization, whose rate budget no test exhausts: a client, its sandbox and two sellers. */
export const AS = 'api-client-enterprise';
export const SANDBOX = 'enterprise';
export const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
export const OTHER_SELLER = '5945880a-e06f-4476-9b07-ec8b87054c8d';

export interface WebhookClient {
  /** Calls the API, or a whole URL. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<ApiAnswer>;
  /** Calls the control API; paths are below `/__admin`. */
  readonly admin: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
  /** The deliveries of an endpoint; the query starts with `?`. */
  readonly historyOf: (id: string, query?: string) => Promise<Record<string, unknown>[]>;
}

/** Each call has a fresh token: the clock of the sandbox moves by days here. */
export const createWebhookClient = (started: () => StartedMock, as?: string): WebhookClient => {
  const call: WebhookClient['call'] = async (method, path, body, headers = {}) => {
    const { api, mock } = started();
    const authorization = `Bearer ${await mock.token(as)}`;
    return api.call(method, path, { as: null, body, headers: { authorization, ...headers } });
  };
  return {
    call,
    admin: (method, path, body) => call(method, `${started().mock.url}/__admin${path}`, body),
    historyOf: async (id, query = '') =>
      (await call('GET', `/webhooks/${id}/deliveries${query}`)).body.data as Record<string, unknown>[],
  };
};
