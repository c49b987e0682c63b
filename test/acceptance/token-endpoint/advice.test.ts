import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createMock } from '../../../src/index.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { startedBy } from '../../support/started-by.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { OWN_ORGANIZATIONS, getMe, postForm, requestToken } from './request-token.ts';

/** What clients are advised to do must work out for those who do it. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CLIENT = { client_id: 'api-client-demo', client_secret: 'demo-secret' };

const started = startedBy(beforeEach, afterEach);

test('a client that renews its token a minute before the end is never refused, and the old one stays good', async () => {
  const statuses = new Set<number>();
  const use = async ({ body }: ApiAnswer): Promise<void> => {
    statuses.add((await getMe(started, body.access_token)).status);
  };
  let token = await requestToken(started, CLIENT.client_id, CLIENT.client_secret);
  let age = 0;
  for (let renewals = 0; renewals < 10; renewals++) {
    await use(token);
    started.clock.advance(token.body.expires_in * 1000 - MINUTE - age);
    const renewed = await requestToken(started, CLIENT.client_id, CLIENT.client_secret);
    await use(renewed);
    age = MINUTE - 1;
    started.clock.advance(age);
    await use(token);
    token = renewed;
  }
  expect([...statuses]).toEqual([200]);
});

test('a client whose secret is rotated every quarter of a year is never refused a token', async () => {
  const statuses = new Set<number>();
  let secret = CLIENT.client_secret;
  const use = async (): Promise<void> => {
    statuses.add((await requestToken(started, CLIENT.client_id, secret)).status);
  };
  for (let quarter = 0; quarter < 4; quarter++) {
    const url = `${started.mock.url}/__admin/clients/${CLIENT.client_id}/rotate-secret`;
    const { body } = await started.api.post(url, { window: 'PT72H' }, { as: null });
    // The window is there so that nobody has to hurry.
    started.clock.advance(3 * DAY - 1);
    await use();
    secret = body.clientSecret;
    await use();
    started.clock.advance(1);
    await use();
    started.clock.advance(88 * DAY);
  }
  expect([...statuses]).toEqual([200]);
});

test('a scope that is asked for changes nothing: there are none', async () => {
  const form = { grant_type: 'client_credentials', ...CLIENT };
  const plain = await postForm(started, form);
  const scoped = await postForm(started, { ...form, scope: 'orders:read' });
  expect([scoped.status, scoped.body.scope]).toEqual([200, plain.body.scope]);
  const call = { as: null, headers: { authorization: `Bearer ${String(scoped.body.access_token)}` } };
  expect((await started.api.get('/orders?vin=WVWZZZ1JZ3W386752', call)).status).toBe(200);
  expect((await started.api.post(`/partners/${SELLER}/orders`, sampleOrder(), call)).status).toBe(201);
});

test.each(['client-own', 'api-client-', 'api-client-Own', 'api_client_own'])(
  'a client id has the form api-client-<slug>: %s is no id',
  async (id) => {
    const good = await readFile(OWN_ORGANIZATIONS, 'utf8');
    const folder = await createTempFolder({ 'organizations.yaml': good.replace('api-client-own', id) });
    const organizations = folder.file('organizations.yaml');
    await expect(createMock({ organizations })).rejects.toThrow(/clientId/);
    await folder.remove();
  },
);
