import type { ApiAnswer } from '../../support/api-client.ts';
import type { StartedMock } from '../../support/start-mock.ts';

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
}

/** Each call has a fresh token: the clock of the sandbox moves by days here. */
export const createWebhookClient = (started: () => StartedMock, as?: string): WebhookClient => {
  const call: WebhookClient['call'] = async (method, path, body, headers = {}) => {
    const { api, mock } = started();
    const authorization = `Bearer ${await mock.token(as)}`;
    return api.call(method, path, { as: null, body, headers: { authorization, ...headers } });
  };
  return { call, admin: (method, path, body) => call(method, `${started().mock.url}/__admin${path}`, body) };
};
