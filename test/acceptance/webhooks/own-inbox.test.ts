import { afterEach, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { ONE_PROCESS, type StartedMock, startMock } from '../../support/start-mock.ts';
import { succeed } from '../control-api/admin-client.ts';

let started: StartedMock;
afterEach(() => started.stop());

const portOf = (url: string): string => new URL(url).port;

/** Registers the URL and sends a test event there; answers how often the inbox got it, and what it thought of it. */
const sendTo = async (url: string): Promise<unknown> => {
  const { api, mock } = started;
  // Ten calls in a minute may be about webhook endpoints.
  await mock.clock.advance({ by: 'PT1M' });
  const authorization = `Bearer ${await mock.token()}`;
  const call = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
    api.call(method, path, { as: null, body, headers: { authorization } });
  const registered = await call('POST', '/webhooks', { url, events: ['prospect.*'] });
  if (registered.status !== 201) return { url, refused: registered.body.errors };
  const { id } = registered.body as { id: string };
  succeed(await call('POST', `/webhooks/${id}/test`, { eventType: 'prospect.submitted', data: {} }));
  await mock.idle();
  const inbox = succeed(await call('GET', `${mock.url}/__admin/inbox/shop`));
  await call('DELETE', `/webhooks/${id}`);
  await call('DELETE', `${mock.url}/__admin/inbox/shop`);
  return {
    url,
    verdicts: inbox.body.messages.map((message: { signature: { verdict: string } }) => message.signature.verdict),
  };
};

test('every spelling of the address of its inbox is the server’s own', async () => {
  started = await startMock(ONE_PROCESS);
  const port = portOf(started.mock.url);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const url = `http://${host}:${port}/__inbox/shop`;
    expect(await sendTo(url)).toEqual({ url, verdicts: ['valid'] });
  }
});

test('on every address of the machine, as in a container: also under the number that the port has outside', async () => {
  started = await startMock({ ...ONE_PROCESS, host: '0.0.0.0' });
  const port = portOf(started.mock.url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `0.0.0.0:${port}`, 'localhost:8080']) {
    const url = `http://${host}/__inbox/shop`;
    expect(await sendTo(url)).toEqual({ url, verdicts: ['valid'] });
  }
});

test('what only looks like it is a receiver like any other', async () => {
  started = await startMock({ ...ONE_PROCESS, host: '0.0.0.0' });
  const port = portOf(started.mock.url);
  for (const url of [
    `http://localhost:${port}/v1/me`,
    `http://localhost.example:${port}/__inbox/shop`,
    `http://localhost:${port}@10.0.0.1/__inbox/shop`,
    `http://10.0.0.1:${port}/__inbox/shop`,
    `http://localhost:${port}/__inbox/../v1/me`,
  ])
    expect(await sendTo(url)).toEqual({ url, refused: [expect.objectContaining({ field: 'url' })] });
});
