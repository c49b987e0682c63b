import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const SECRET = '01JBF3B6T2P5R8D1W4E7Y0A3SJ';
let sandbox: string;
/** The path of a link that exists. */
let link: string;
let connection: RawConnection;

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR });
beforeAll(async () => {
  const created = await createSandbox(createAdminClient(started), {}, { token: OPERATOR });
  sandbox = created.id;
  const { status, body } = await started.api.post(
    `/partners/${created.sellers[0]!}/prospects/self-service-invitations`,
    {},
    { as: null, headers: { authorization: `Bearer ${await tokenOf(created)}` } },
  );
  expect(status).toBe(201);
  link = new URL(body.url as string).pathname;
});
afterEach(() => {
  connection.destroy();
});

/** Announces a body that never comes: who is answered was not asked for it. */
const announce = async (path: string, headers: Readonly<Record<string, string | number>> = {}) => {
  connection = await openRaw(started.mock.url);
  await connection.send(
    toHead(`POST ${path.replace('{sandbox}', sandbox).replace('{link}', link)}`, {
      'Content-Type': 'application/json',
      'Content-Length': 1000,
      ...headers,
    }),
  );
  return connection.answer();
};

test.each<[string, string, number, Record<string, string>?]>([
  ['a link of an unknown sandbox', `/v1/self-service/nobody.${SECRET}/kyc`, 404],
  ['an unknown link of a sandbox', `/v1/self-service/{sandbox}.${SECRET}/prospect`, 404],
  ['an inbox of an unknown sandbox', `/__inbox/nobody.${SECRET}/name`, 404],
  ['an inbox with a wrong key', `/__inbox/{sandbox}.${SECRET}/name`, 404],
  [
    'an unknown link with a preferred response',
    `/v1/self-service/{sandbox}.${SECRET}/kyc`,
    404,
    { Prefer: 'code=201' },
  ],
  [
    'the form of an unknown link',
    `/v1/self-service/{sandbox}.${SECRET}`,
    404,
    { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
  ],
  ['a control call without a token', '/__admin/clock/freeze', 401],
  ['a call without a token', '/v1/webhooks', 401],
])('%s is refused before its body is sent', async (_name, path, status, headers = {}) => {
  expect((await announce(path, headers)).status).toBe(status);
});

test('a submission through a link has at most 128 KiB', async () => {
  const { status, body } = await announce('{link}/prospect', { 'Content-Length': '131073', Prefer: 'code=201' });
  expect([status, body.detail]).toEqual([413, 'The body exceeds the limit of 131072 bytes.']);
});
