import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  type AdminClient,
  createAdminClient,
  createSandbox,
  fetchToken,
  succeed,
} from '../control-api/admin-client.ts';
import { closedBy } from '../../support/closed-by.ts';
import { tradeIn } from '../../support/trade-words.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { describeDesk } from './desk.ts';
import { HELP_DESK } from './help-desk.ts';

const { serve, start } = closedBy(afterEach);
let started: StartedMock;
let admin: AdminClient;
beforeEach(async () => {
  started = await start({ spec: HELP_DESK });
  admin = createAdminClient(started);
});

const HOSTED = { spec: HELP_DESK, mode: 'hosted', adminToken: 'operator-of-this-test' } as const;

/** Titles of the tickets that a caller with these headers created. */
const open = async (title: string, headers: Record<string, string>): Promise<void> => {
  succeed(await started.api.post('/tickets', { title }, { as: null, headers }));
};

const titlesIn = async (sandbox: string): Promise<readonly string[]> => {
  const { body } = succeed(await admin('GET', `/records/tickets?sandbox=${sandbox}`));
  return (body.data as readonly { readonly body: { readonly title: string } }[]).map((record) => record.body.title);
};

test('any credential works in the one sandbox that is there from the start', async () => {
  await open('one', { authorization: 'Bearer whatever' });
  await open('another', { authorization: 'Bearer else' });
  expect(await titlesIn('demo')).toEqual(['another', 'one']);
});

test('the secret of a client, a token for it, or X-Mock-Sandbox selects another sandbox', async () => {
  const other = await createSandbox(admin);
  const { access_token: token } = (await (await fetchToken(other)).json()) as { readonly access_token: string };
  await open('by secret', { authorization: `Bearer ${other.clientSecret}` });
  await open('by token', { authorization: `Bearer ${token}` });
  await open('by header', { authorization: 'Bearer whatever', 'x-mock-sandbox': other.id });
  expect(await titlesIn(other.id)).toEqual(['by header', 'by token', 'by secret']);
  expect(await titlesIn('demo')).toEqual([]);
});

test('a sandbox that does not exist is named in the refusal', async () => {
  const { status, body } = await started.api.get('/tickets', { headers: { 'x-mock-sandbox': 'nowhere' } });
  expect(status).toBe(400);
  expect(body.detail).toContain('there is no sandbox "nowhere"');
});

test('on a hosted server, only the secret of a client selects a sandbox', async () => {
  const hosted = await start(HOSTED);
  const control = createAdminClient(hosted);
  const own = await createSandbox(control, {}, { token: 'operator-of-this-test' });
  const stranger = { as: null, headers: { authorization: 'Bearer whatever', 'x-mock-sandbox': own.id } };
  expect(await hosted.api.get('/tickets', stranger)).toMatchObject({ status: 401 });
  const headers = { authorization: `Bearer ${own.clientSecret}` };
  succeed(await hosted.api.post('/tickets', { title: 'mine' }, { as: null, headers }));
  const { body } = succeed(await control('GET', '/records/tickets', { token: own.clientSecret }));
  expect(body.data).toHaveLength(1);
});

test('on a hosted server, a list that would keep the others waiting is refused', async () => {
  const hosted = await start(HOSTED);
  const own = await createSandbox(createAdminClient(hosted), {}, { token: 'operator-of-this-test' });
  const headers = { authorization: `Bearer ${own.clientSecret}` };
  const { body } = succeed(await hosted.api.post('/tickets', { title: 'a' }, { as: null, headers }));
  const path = `/tickets/${String(body.id)}/comments`;
  for (let count = 0; count < 6; count++)
    succeed(await hosted.api.post(path, { text: 'x'.repeat(200_000) }, { as: null, headers }));
  expect(await hosted.api.get(path, { as: null, headers })).toMatchObject({ status: 507 });
  expect(await hosted.api.get('/tickets', { as: null, headers })).toMatchObject({ status: 200 });
});

test('the control API lists no call that is about the bundled API', async () => {
  const { body } = succeed(await admin('GET', '/openapi.json'));
  const paths = Object.keys((body as { readonly paths: object }).paths);
  const tags = (body.tags as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(tags).toContain('Sandboxes');
  expect(tags).not.toContain('Simulators');
  expect(paths).toContain('/records/{collection}');
  expect(paths.filter((path) => /orders|simulators|assumptions/.test(path))).toEqual([]);
  expect(await admin('GET', '/simulators')).toMatchObject({ status: 404 });
  expect((await admin('GET', '/state/snapshots')).body.data).toEqual([]);
});

test('the control API has no member, filter, example or sentence about the bundled API', async () => {
  const { body } = succeed(await admin('GET', '/openapi.json'));
  const lines = JSON.stringify(body, null, 1).split('\n');
  const found = lines.flatMap((line) => (tradeIn(line).length > 0 && !line.includes('nvitation') ? [line.trim()] : []));
  // The document of a state is the same for all: of an API of one's own, it has no partners.
  expect(found).toEqual(['"sellers",', '"sellers": {']);
});

test('its answers have no such member, and its calls take none', async () => {
  expect(await admin('POST', '/sandboxes', { body: { sellers: 1 } })).toMatchObject({ status: 422 });
  expect(await admin('PATCH', '/sandboxes/demo', { body: { dpaAccepted: false } })).toMatchObject({ status: 422 });
  await open('one', { authorization: 'Bearer any' });
  succeed(await admin('PUT', '/state/snapshots/one'));
  succeed(await admin('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/' } }));
  const paths = ['/sandboxes', '/sandboxes/demo', '/state/snapshots', '/events', '/webhooks', '/records'];
  const answers = [
    await admin('POST', '/sandboxes', { body: {} }),
    ...(await Promise.all(paths.map((path) => admin('GET', path)))),
  ];
  const members = answers.map(({ body }) => Object.keys(body.data?.[0] ?? body).join(' '));
  expect(members).toHaveLength(7);
  expect(tradeIn(members.join(' '))).toEqual([]);
  expect(members.join(' ')).not.toMatch(/country|partners|rateLimitTier/);
});

test('a sandbox has the capabilities that the description asks for, until they are switched off', async () => {
  const spec = {
    ...describeDesk(),
    paths: {
      '/reports': {
        post: {
          operationId: 'createReport',
          'x-required-capability': [{ capability: 'allowReports' }],
          responses: { 202: { description: 'Taken' } },
        },
      },
    },
  };
  const desk = await serve(spec);
  const control = createAdminClient(desk);
  const report = async (headers: Record<string, string> = {}) =>
    (await desk.api.post('/reports', undefined, { as: null, headers: { authorization: 'Bearer any', ...headers } }))
      .status;
  expect(await report()).toBe(202);
  const { body } = succeed(
    await control('PATCH', '/sandboxes/demo', { body: { capabilities: { allowReports: false } } }),
  );
  expect(body.capabilities).toEqual({ allowReports: false });
  expect(await report()).toBe(403);
  succeed(await control('POST', '/reset'));
  expect(await report()).toBe(202);
  const other = await createSandbox(control, { capabilities: { allowReports: false } });
  expect(await report({ 'x-mock-sandbox': other.id })).toBe(403);
});
