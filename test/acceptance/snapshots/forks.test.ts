import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { SELLER, createWorkflow } from '../../support/workflow.ts';
import { type NewSandbox, createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

describe('a fork of a sandbox', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  const as = async (sandbox: NewSandbox) => ({
    as: null,
    headers: { authorization: `Bearer ${await tokenOf(sandbox)}` },
  });

  const contentOf = async (query = '') => {
    const { collections, contents, seed, clock } = succeed(await admin('GET', `/state${query}`)).body;
    return JSON.stringify({ collections, contents, seed, clock });
  };

  test('has the same sellers, the same records, the same seed and the same clock', async () => {
    const { orderUuid } = await createWorkflow(started.api, started.clock).begin();
    const fork = await createSandbox(admin, { from: 'demo' });
    const demo = succeed(await admin('GET', '/sandboxes/demo')).body;
    const shown = succeed(await admin('GET', `/sandboxes/${fork.id}`)).body;
    expect(shown).toMatchObject({
      name: `Fork of ${String(demo.name)}`,
      sellers: demo.sellers,
      capabilities: demo.capabilities,
      rateLimitTier: demo.rateLimitTier,
      origin: 'created',
    });
    expect((await contentOf(`?sandbox=${fork.id}`)).replaceAll(fork.id, 'demo')).toBe(await contentOf());
    const { status, body } = await started.api.get(`/partners/${SELLER}/orders/${orderUuid}`, await as(fork));
    expect([status, body.uuid]).toEqual([200, orderUuid]);
  });

  test('goes its own way, and answers the same calls alike', async () => {
    const fork = await createSandbox(admin, { from: 'demo' });
    const call = await as(fork);
    const buyer = sampleBuyer({ vatNumber: 'DE100777' });
    const path = `/partners/${SELLER}/buyers`;
    const key = { 'idempotency-key': 'after-the-fork' };
    const first = await started.api.post(path, buyer, { headers: key });
    expect((await started.api.get(`${path}/${String(first.body.uuid)}`, call)).status).toBe(404);
    const second = await started.api.post(path, buyer, { ...call, headers: { ...call.headers, ...key } });
    expect([second.status, second.text, second.headers['etag']]).toEqual([
      first.status,
      first.text,
      first.headers['etag'],
    ]);
  });

  test('may begin with a snapshot, of the own sandbox or of a named one', async () => {
    const workflow = createWorkflow(started.api, started.clock);
    const { orderUuid } = await workflow.begin();
    succeed(await admin('PUT', '/state/snapshots/created'));
    succeed(await workflow.submitInvoice(orderUuid));
    for (const from of ['created', { sandbox: 'demo', snapshot: 'created' }, { snapshot: 'created' }]) {
      const fork = await createSandbox(admin, { from });
      const { body } = await started.api.get(`/partners/${SELLER}/orders/${orderUuid}`, await as(fork));
      expect(body.status).toBe('CREATED');
    }
  });

  test('of an organization that may do less, may do as little, unless it is said', async () => {
    const fork = await createSandbox(admin, { from: 'restricted', name: 'Mine' });
    const other = await createSandbox(admin, {
      from: 'restricted',
      rateLimitTier: 'ENTERPRISE',
      capabilities: { allowMultiVinOrders: true },
    });
    const restricted = succeed(await admin('GET', '/sandboxes/restricted')).body;
    expect((await admin('GET', `/sandboxes/${fork.id}`)).body).toMatchObject({
      name: 'Mine',
      capabilities: restricted.capabilities,
    });
    expect((await admin('GET', `/sandboxes/${other.id}`)).body).toMatchObject({
      rateLimitTier: 'ENTERPRISE',
      capabilities: { ...restricted.capabilities, allowMultiVinOrders: true },
    });
    const withoutDpa = await createSandbox(admin, { from: 'no-dpa' });
    const refused = await started.api.get('/orders', await as(withoutDpa));
    expect([refused.status, refused.body.type]).toEqual([403, expect.stringContaining('dpa-not-accepted')]);
  });

  test('of something unknown is 404, and leaves nothing behind', async () => {
    const count = async (): Promise<number> => succeed(await admin('GET', '/sandboxes')).body.data.length as number;
    const before = await count();
    expectProblem(await admin('POST', '/sandboxes', { body: { from: 'dmeo' } }), started.mock, {
      status: 404,
      type: 'not-found',
      instance: '/__admin/sandboxes',
      detail: 'did you mean "demo"?',
    });
    expect((await admin('POST', '/sandboxes', { body: { from: { sandbox: 'demo', snapshot: 'x' } } })).status).toBe(
      404,
    );
    const both = await admin('POST', '/sandboxes', { body: { from: 'demo', seed: '1', sellers: 2 } });
    expect([both.status, both.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['sellers', 'seed'],
    ]);
    expect(await count()).toBe(before);
  });
});

test('in hosted mode the operator forks, and a visitor does not', async () => {
  const operator = { token: 'the-operator-of-this-server' };
  const started = await startMock({ mode: 'hosted', adminToken: operator.token });
  const admin = createAdminClient(started);
  const one = await createSandbox(admin, {}, operator);
  const token = await tokenOf(one);
  succeed(await admin('PUT', '/state/snapshots/mine', { token }));
  expect((await admin('POST', '/sandboxes', { token, body: { from: 'mine' } })).status).toBe(403);
  const fork = await createSandbox(admin, { from: { sandbox: one.id, snapshot: 'mine' } }, operator);
  expect(fork.sellers).toEqual(one.sellers);
  expect(fork.clientSecret).not.toBe(one.clientSecret);
  await started.stop();
});
