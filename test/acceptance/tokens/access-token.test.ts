import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

const pathOf = (clientId: string): string => `/clients/${clientId}/access-token`;

const me = (token: string) =>
  started.api.call('GET', '/me', { as: null, headers: { authorization: `Bearer ${token}` } });

test('a control call returns a token as the token endpoint issues it', async () => {
  const answer = await admin('POST', pathOf('api-client-demo'));
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(answer.body).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 300 });
  expect((await me(answer.body.accessToken)).status).toBe(200);
  started.clock.advance(300_000);
  expect((await me(answer.body.accessToken)).status).toBe(401);
});

test('it leaves no trace', async () => {
  succeed(await admin('DELETE', '/requests'));
  succeed(await admin('POST', pathOf('api-client-demo')));
  expect((await admin('GET', '/requests')).body.data).toEqual([]);
  expect((await admin('GET', '/findings')).body.data ?? []).toEqual([]);
});

test('a disabled client gets none', async () => {
  const { clientId } = succeed(await admin('POST', '/clients')).body;
  succeed(await admin('PATCH', `/clients/${clientId}`, { body: { enabled: false } }));
  const path = pathOf(clientId);
  expectProblem(await admin('POST', path), started.mock, {
    status: 409,
    type: 'about:blank',
    instance: `/__admin${path}`,
    detail: `PATCH /__admin/clients/${clientId}`,
  });
});

test('a client of another organization gets the same answer as one that does not exist', async () => {
  const other = await createSandbox(admin, { name: 'Other' });
  const asOther = { token: await tokenOf(other) };
  expect((await admin('POST', pathOf(other.clientId), asOther)).status).toBe(200);
  for (const clientId of ['api-client-demo', 'api-client-nobody'])
    expectProblem(await admin('POST', pathOf(clientId), asOther), started.mock, {
      status: 404,
      type: 'not-found',
      instance: `/__admin${pathOf(clientId)}`,
      detail: `no client "${clientId}"`,
    });
  expect((await admin('POST', `${pathOf(other.clientId)}?sandbox=${other.id}`)).status).toBe(200);
});
