import { afterEach, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient } from './admin-client.ts';

let started: StartedMock;
afterEach(() => started.stop());

const HOST = '0.0.0.0';

test('a server that other machines may reach wants a token, and says how it wants none', async () => {
  started = await startMock({ host: HOST });
  expectProblem(await createAdminClient(started)('POST', '/reset'), started.mock, {
    status: 401,
    type: 'unauthorized',
    instance: '/__admin/reset',
    detail: '--control-access open (VATMOCK_CONTROL_ACCESS=open)',
  });
});

test('its operator may say that nobody else reaches it: then every call is made without one', async () => {
  started = await startMock({ host: HOST, controlAccess: 'open' });
  const admin = createAdminClient(started);
  expect((await admin('POST', '/reset')).status).toBe(204);
  expect((await admin('POST', '/sandboxes', { body: {} })).status).toBe(201);
  expect((await admin('GET', '/sandboxes')).status).toBe(200);
});

test.each([
  ['a web page', { origin: 'https://page.example' }],
  ['a page under a name of its own', { host: 'rebound.example:4010' }],
  ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
])('%s does not get in that way', async (_who, headers) => {
  started = await startMock({ host: HOST, controlAccess: 'open' });
  expectProblem(await createAdminClient(started)('POST', '/reset', { headers }), started.mock, {
    status: 403,
    type: 'forbidden',
    instance: '/__admin/reset',
    detail: 'programs on this machine',
  });
});

test('under the name of its public URL it is the same server', async () => {
  started = await startMock({ host: HOST, controlAccess: 'open', publicUrl: 'http://vatmock:4010' });
  const reset = (host: string): Promise<Response> =>
    started.mock.handle(new Request('http://localhost/__admin/reset', { method: 'POST', headers: { host } }));
  expect((await reset('vatmock:4010')).status).toBe(204);
  expect((await reset('other:4010')).status).toBe(403);
});
