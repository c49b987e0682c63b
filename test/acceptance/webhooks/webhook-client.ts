import { createHmac } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.ts';
import type { Received } from '../../support/receiver.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { succeed } from '../../support/workflow.ts';

/** The enterprise organization, whose rate budget no test exhausts: a client, its sandbox and two sellers. */
export const AS = 'api-client-enterprise';
export const SANDBOX = 'enterprise';
export const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
export const OTHER_SELLER = '5945880a-e06f-4476-9b07-ec8b87054c8d';

export interface Hook {
  readonly id: string;
  readonly secret: string;
}

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
  /** Registers a webhook endpoint for these events, by default those of prospects and of compliance. */
  readonly register: (url: string, events?: readonly string[], more?: object) => Promise<Hook>;
  /** Has a test event sent; answers its delivery. */
  readonly fire: (hook: Pick<Hook, 'id'>, eventType?: string, data?: object) => Promise<ReturnType<typeof JSON.parse>>;
  /** The deliveries of an endpoint; the query starts with `?`. */
  readonly historyOf: (id: string, query?: string) => Promise<Record<string, unknown>[]>;
}

/** The signature as the description of the events explains it: its time, and whether a secret has made it. */
export const signed = ({ raw, headers }: Pick<Received, 'raw' | 'headers'>) => {
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'] ?? '') ?? [];
  const by = (secret: string): boolean => v1 === createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
  return { at: Number(t) * 1000, by };
};

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
    register: async (url, events = ['prospect.*', 'compliance.*'], more = {}) =>
      succeed(await call('POST', '/webhooks', { url, events, ...more })).body as Hook,
    fire: async ({ id }, eventType = 'prospect.submitted', data = {}) =>
      succeed(await call('POST', `/webhooks/${id}/test`, { eventType, data })).body as unknown,
    historyOf: async (id, query = '') =>
      (await call('GET', `/webhooks/${id}/deliveries${query}`)).body.data as Record<string, unknown>[],
  };
};
