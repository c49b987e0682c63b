import { afterAll, expect, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';

const servers: StartedMock[] = [];
const receivers: Receiver[] = [];

afterAll(async () => {
  for (const { stop } of receivers) await stop();
  for (const { stop } of servers) await stop();
});

/** A hosted server with one sandbox, and how its client calls the API. */
const start = async (options = {}) => {
  const started = await startMock({ mode: 'hosted', adminToken: OPERATOR, seed: 'same', ...options });
  servers.push(started);
  const sandbox = await createSandbox(createAdminClient(started), { name: 'One' }, { token: OPERATOR });
  const authorization = `Bearer ${await tokenOf(sandbox)}`;
  const call = (method: string, path: string, body?: unknown) =>
    started.api.call(method, path, { as: null, body, headers: { authorization } });
  const register = (url: string) => call('POST', '/webhooks', { url, events: ['kyc.*'] });
  return { mock: started.mock, call, register };
};

test('a hosted server reaches public addresses by https, and what its operator allows', async () => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer('/hook', { status: 500, body: 'something private' });
  const { mock, call, register } = await start({ webhookAllow: `127.0.0.1:${String(receiver.port)}` });
  for (const url of ['http://localhost/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'http://receiver.example/'])
    expect([url, (await register(url)).status]).toEqual([url, 422]);
  const { body } = await register(receiver.urlOf());
  const fired = await call('POST', `/webhooks/${body.id as string}/test`, {
    eventType: 'prospect.submitted',
    data: {},
  });
  expect(fired.status).toBe(202);
  await mock.idle();
  expect(receiver.received).toHaveLength(1);
  const history = await call('GET', `/webhooks/${body.id as string}/deliveries`);
  expect(history.body.data).toMatchObject([{ status: 'PENDING', httpStatus: 500 }]);
  expect(history.text).not.toContain('private');
});
