import { fileURLToPath } from 'node:url';
import type { ApiAnswer } from '../../support/api-client.ts';
import type { StartedMock } from '../../support/start-mock.ts';

export const OWN_ORGANIZATIONS = fileURLToPath(new URL('own-organizations.yaml', import.meta.url));

/** Posts a form as it is given to the token endpoint. */
export const postForm = (
  { mock, api }: StartedMock,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> =>
  api.post(mock.tokenUrl, new URLSearchParams(form).toString(), {
    as: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** Asks for a token the way the description says. */
export const requestToken = (started: StartedMock, clientId: string, secret: string): Promise<ApiAnswer> =>
  postForm(started, { grant_type: 'client_credentials', client_id: clientId, client_secret: secret });

export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

export const getMe = ({ api }: StartedMock, token: unknown): Promise<ApiAnswer> =>
  api.get('/me', { as: null, headers: { authorization: `Bearer ${String(token)}` } });
