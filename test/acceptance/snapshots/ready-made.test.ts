import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Snapshot } from '../../../src/generated/control-schemas.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const STATUSES: Readonly<Record<string, number>> = { dealer: 9, marketplace: 9, 'finance-controller': 8 };
const NAMES = Object.keys(STATUSES);

describe('a ready-made snapshot', () => {
  const started = startedBy(beforeAll, afterAll, { frozenAt: '2026-11-20T09:00:00Z' });
  const admin = createAdminClient(started);

  const personas = async (query = '') =>
    (succeed(await admin('GET', `/state/snapshots${query}`)).body.data as readonly Snapshot[]).flatMap(
      ({ name, persona }) => (persona === null ? [] : [{ name, ...persona }]),
    );
  const activeIn = async (query = '') => (await personas(query)).find(({ isActive }) => isActive)?.name;
  const restore = async (name: string, query = '') =>
    succeed(await admin('POST', `/state/snapshots/${name}/restore${query}`));
  const readState = async () => succeed(await admin('GET', '/state')).text;

  test('is one of three, each a persona, and the sandbox is none of them at first', async () => {
    const all = await personas();
    expect([all.map(({ name }) => name), await activeIn()]).toEqual([NAMES, undefined]);
    for (const { organization, countries } of all) {
      expect(countries.length).toBeGreaterThanOrEqual(6);
      expect(organization).not.toMatch(/\b(test|demo|dummy|sample|example)\b/i);
    }
  });

  test.each(NAMES)('makes the sandbox that of a %s, with all that it has', async (name) => {
    expect((await restore(name)).body.clock).toMatchObject({ now: '2026-11-20T09:00:00.000Z', frozen: true });
    const shown = (await personas()).find((one) => one.name === name)!;
    expect(shown.isActive).toBe(true);
    const { name: organization, partners } = succeed(await admin('GET', '/sandboxes/demo')).body;
    expect(organization).toBe(shown.organization);
    const { authorizedPartners } = (await started.api.get('/me')).body as { readonly authorizedPartners: string[] };
    expect(authorizedPartners).toEqual((partners as { readonly uuid: string }[]).map(({ uuid }) => uuid));

    const orders = (await started.api.get('/orders?size=100')).body.data as Schemas['Order'][];
    expect(orders).toHaveLength(shown.counts.orders);
    expect(orders.flatMap(({ vins }) => vins)).toHaveLength(shown.counts.vehicles);
    expect(new Set(orders.map(({ status }) => status)).size).toBe(STATUSES[name]);
    expect(orders.every(({ createdAt }) => createdAt < '2026-11-20T09')).toBe(true);
    expect(orders.some(({ createdAt }) => createdAt > '2026-11-17')).toBe(true);

    const decided = [];
    for (const { uuid, status } of orders) {
      const { decision } = (await started.api.get(`/orders/${uuid}/compliance`)).body as {
        readonly decision: string | null;
      };
      if (decision !== null) decided.push({ uuid, status, decision });
    }
    expect(decided).toHaveLength(shown.counts.verdicts);
    expect(new Set(decided.map(({ decision }) => decision))).toEqual(new Set(['VALID_EXPORT', 'VAT_APPLICABLE']));
    expect(decided.some(({ status }) => status === 'COMPLIANCE_INVALID')).toBe(true);
    const { exportFileId } = succeed(await admin('GET', `/records/orders/${decided[0]!.uuid}`)).body;
    expect((await admin('GET', `/orders/${decided[0]!.uuid}/documents/${String(exportFileId)}`)).status).toBe(200);
  });

  test('is left for what was before, and is the same byte by byte when it comes back', async () => {
    succeed(await admin('POST', '/reset'));
    const before = await readState();
    succeed(await admin('PUT', '/state/snapshots/before'));
    await restore('dealer');
    const first = await readState();
    expect(first).not.toBe(before);
    await restore('finance-controller');
    await restore('dealer');
    expect(await readState()).toBe(first);
    await restore('before');
    expect([await readState(), await activeIn()]).toEqual([before, undefined]);
    expect((await admin('GET', '/sandboxes/demo')).body.name).toBe('Demo Automotive Marketplace');
  });

  test('is that of the past that the clock of the sandbox stands in', async () => {
    const { id } = await createSandbox(admin, { fixtures: false });
    succeed(await admin('POST', `/clock/freeze?sandbox=${id}`, { body: { at: '2031-03-01T10:00:00Z' } }));
    await restore('dealer', `?sandbox=${id}`);
    const orders = (await admin('GET', `/records/orders?sandbox=${id}`)).text;
    expect([orders.includes('2031-02-2'), orders.includes('2026-')]).toEqual([true, false]);
  });

  test.each([
    ['GET', '/state/snapshots/dealer'],
    ['PUT', '/state/snapshots/dealer'],
    ['DELETE', '/state/snapshots/dealer'],
  ] as const)('stays as it is: %s %s is refused', async (method, path) => {
    expectProblem(await admin(method, path), started.mock, {
      status: 409,
      instance: `/__admin${path}`,
      detail: 'The snapshot "dealer" is ready-made',
    });
  });

  test.each([
    ['/state/snapshots/deeler/restore', {}],
    ['/sandboxes', { body: { from: 'deeler' } }],
  ])('that is unknown is 404 with the names that may have been meant: %s', async (path, call) => {
    expectProblem(await admin('POST', path, call), started.mock, {
      status: 404,
      type: 'not-found',
      instance: `/__admin${path}`,
      detail: /"deeler".*dealer/,
    });
  });

  test.each(['marketplace', { snapshot: 'marketplace' }])(
    'is what a new sandbox begins with, and has again after a reset: %j',
    async (from) => {
      const made = await createSandbox(admin, { from, name: 'Mine' });
      const query = `?sandbox=${made.id}`;
      expect([made.sellers.length, await activeIn(query)]).toEqual([6, 'marketplace']);
      expect((await admin('GET', `/sandboxes/${made.id}`)).body).toMatchObject({
        name: 'Mine',
        rateLimitTier: 'HIGH_VOLUME',
      });
      const read = async () => (await admin('GET', `/records/orders${query}`)).text;
      const before = await read();
      const call = { as: null, headers: { authorization: `Bearer ${await tokenOf(made)}` } };
      const order = ((await started.api.get('/orders', call)).body.data as Schemas['Order'][])[0]!;
      expect(order.externalOrderId).toMatch(/^MO-/);
      succeed(await admin('POST', `/reset${query}`));
      expect(await read()).toBe(before);
      const copy = await createSandbox(admin, { from: made.id });
      expect(await activeIn(`?sandbox=${copy.id}`)).toBe('marketplace');
    },
  );
});

describe('on a hosted server', () => {
  const OPERATOR = 'operator-token-of-32-characters-00';
  const started = startedBy(beforeAll, afterAll, { mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);

  test('a sandbox restores one by itself, in its own tier and with ids of its own', async () => {
    const sellers = [];
    for (let count = 0; count < 2; count++) {
      const sandbox = await createSandbox(admin, {}, { token: OPERATOR });
      const token = await tokenOf(sandbox);
      succeed(await admin('POST', '/state/snapshots/marketplace/restore', { token }));
      const { rateLimitTier, sellers: own } = succeed(await admin('GET', `/sandboxes/${sandbox.id}`, { token })).body;
      expect(rateLimitTier).toBe('STANDARD');
      sellers.push(...(own as string[]));
    }
    expect(new Set(sellers).size).toBe(12);
  });

  test('the operator begins a sandbox with one', async () => {
    const made = await createSandbox(admin, { from: 'dealer' }, { token: OPERATOR });
    expect(made.sellers).toHaveLength(1);
  });

  test('nobody without a token restores one', async () => {
    expect((await admin('POST', '/state/snapshots/dealer/restore')).status).toBe(401);
  });
});
