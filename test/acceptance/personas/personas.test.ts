import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type AdminClient, createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

// Each activation plays some twenty orders, on a machine that may be busy.

const NAMES = ['dealer', 'marketplace', 'finance-controller'];
const STATUSES: Readonly<Record<string, number>> = { dealer: 9, marketplace: 9, 'finance-controller': 8 };

interface Persona {
  readonly name: string;
  readonly organization: string;
  readonly kycMode: string;
  readonly sellers: readonly { readonly companyName: string }[];
  readonly countries: readonly string[];
  readonly counts: Readonly<Record<'buyers' | 'orders' | 'vehicles' | 'verdicts', number>>;
  readonly isActive: boolean;
}

const activate = async (admin: AdminClient, name: string, query = '') =>
  succeed(await admin('POST', `/personas/${name}/activate${query}`)).body as Readonly<Record<string, unknown>>;

const stateOf = async (admin: AdminClient, query = ''): Promise<string> =>
  succeed(await admin('GET', `/state${query}`)).text;

describe('a sandbox', () => {
  let started: StartedMock;
  let admin: AdminClient;
  beforeAll(async () => {
    started = await startMock({ frozenAt: '2026-11-20T09:00:00Z' });
    admin = createAdminClient(started);
  });
  afterAll(() => started.stop());

  const personas = async (): Promise<readonly Persona[]> =>
    succeed(await admin('GET', '/personas')).body.data as readonly Persona[];

  test('can become three personas, and is none of them at first', async () => {
    const { data, active } = succeed(await admin('GET', '/personas')).body as {
      readonly data: readonly Persona[];
      readonly active: null;
    };
    expect([data.map(({ name }) => name), active]).toEqual([NAMES, null]);
    for (const { organization, sellers, countries, isActive } of data) {
      expect(isActive).toBe(false);
      expect(countries.length).toBeGreaterThanOrEqual(6);
      expect(`${organization} ${JSON.stringify(sellers)}`).not.toMatch(/\b(test|demo|dummy|sample|example)\b/i);
    }
  });

  test.each(NAMES)('becomes a %s, with all that it has', async (name) => {
    const { persona, snapshot, clock } = await activate(admin, name);
    expect([persona, snapshot, clock]).toEqual([
      name,
      `before-${name}`,
      expect.objectContaining({ now: '2026-11-20T09:00:00.000Z', frozen: true }),
    ]);
    const shown = (await personas()).find((one) => one.name === name)!;
    expect(shown.isActive).toBe(true);
    expect(succeed(await admin('GET', '/sandboxes/demo')).body).toMatchObject({
      name: shown.organization,
      partners: shown.sellers,
    });
    const { authorizedPartners } = (await started.api.get('/me')).body as { readonly authorizedPartners: string[] };
    expect(authorizedPartners).toHaveLength(shown.sellers.length);

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
    const file = await admin('GET', `/orders/${decided[0]!.uuid}/export-file`);
    expect(file.status).toBe(200);
  });

  test('is what it was when the snapshot is restored', async () => {
    succeed(await admin('POST', '/reset'));
    const before = await stateOf(admin);
    const { snapshot } = await activate(admin, 'marketplace');
    expect(await stateOf(admin)).not.toBe(before);
    succeed(await admin('POST', `/state/snapshots/${String(snapshot)}/restore`));
    expect(await stateOf(admin)).toBe(before);
    expect((await admin('GET', '/personas')).body.active).toBeNull();
    expect((await admin('GET', '/sandboxes/demo')).body.name).toBe('Demo Automotive Marketplace');
  });

  test('becomes the same persona byte by byte, whatever it was before', async () => {
    await activate(admin, 'dealer');
    const first = await stateOf(admin);
    await activate(admin, 'finance-controller');
    await activate(admin, 'dealer');
    expect(await stateOf(admin)).toBe(first);
  });

  test('keeps what it was before the last three activations of a persona', async () => {
    const fresh = await createSandbox(admin);
    const query = `?sandbox=${fresh.id}`;
    const names = [];
    for (let count = 0; count < 4; count++) names.push((await activate(admin, 'dealer', query))['snapshot']);
    expect(names).toEqual(['before-dealer', 'before-dealer-2', 'before-dealer-3', 'before-dealer']);
  });

  test('does not become an unknown persona', async () => {
    const expected = { status: 404, type: 'not-found', detail: /"deeler".*dealer/ };
    expectProblem(await admin('POST', '/personas/deeler/activate'), started.mock, {
      ...expected,
      instance: '/__admin/personas/deeler/activate',
    });
    expectProblem(await admin('POST', '/sandboxes', { body: { persona: 'deeler' } }), started.mock, {
      ...expected,
      instance: '/__admin/sandboxes',
    });
  });

  test('is the persona of the past that its clock stands in', async () => {
    const { id } = await createSandbox(admin, { fixtures: false });
    succeed(await admin('POST', `/clock/freeze?sandbox=${id}`, { body: { at: '2031-03-01T10:00:00Z' } }));
    await activate(admin, 'dealer', `?sandbox=${id}`);
    const orders = (await admin('GET', `/records/orders?sandbox=${id}`)).text;
    expect(orders.includes('2031-02-2')).toBe(true);
    expect(orders.includes('2026-')).toBe(false);
  });

  test('can begin as a persona, and is it again after a reset', async () => {
    const made = await createSandbox(admin, { persona: 'marketplace' });
    expect(made.sellers).toHaveLength(6);
    const read = async () => (await admin('GET', `/records/orders?sandbox=${made.id}`)).text;
    const before = await read();
    expect((await admin('GET', `/personas?sandbox=${made.id}`)).body.active).toBe('marketplace');
    const call = { as: null, headers: { authorization: `Bearer ${await tokenOf(made)}` } };
    const order = ((await started.api.get('/orders', call)).body.data as Schemas['Order'][])[0]!;
    expect(order.externalOrderId).toMatch(/^MO-/);
    succeed(await admin('POST', `/reset?sandbox=${made.id}`));
    expect(await read()).toBe(before);
  });

  test('takes its persona along when it is copied', async () => {
    const made = await createSandbox(admin, { persona: 'dealer' });
    const copy = await createSandbox(admin, { from: made.id });
    expect((await admin('GET', `/personas?sandbox=${copy.id}`)).body.active).toBe('dealer');
    expectProblem(await admin('POST', '/sandboxes', { body: { from: made.id, persona: 'dealer' } }), started.mock, {
      status: 422,
      type: 'validation-error',
      instance: '/__admin/sandboxes',
      detail: /persona/,
    });
  });
});

describe('on a hosted server', () => {
  const OPERATOR = 'operator-token-of-32-characters-00';
  let started: StartedMock;
  let admin: AdminClient;
  beforeAll(async () => {
    started = await startMock({ mode: 'hosted', adminToken: OPERATOR });
    admin = createAdminClient(started);
  });
  afterAll(() => started.stop());

  test('a sandbox becomes a persona by itself, in its own tier and with ids of its own', async () => {
    const [one, other] = [
      await createSandbox(admin, {}, { token: OPERATOR }),
      await createSandbox(admin, {}, { token: OPERATOR }),
    ];
    const sellers = [];
    for (const sandbox of [one, other]) {
      const token = await tokenOf(sandbox);
      succeed(await admin('POST', '/personas/marketplace/activate', { token }));
      const { rateLimitTier, sellers: own } = succeed(await admin('GET', `/sandboxes/${sandbox.id}`, { token }))
        .body as {
        readonly rateLimitTier: string;
        readonly sellers: readonly string[];
      };
      expect(rateLimitTier).toBe('STANDARD');
      sellers.push(...own);
    }
    expect(new Set(sellers).size).toBe(12);
  });

  test('nobody without a token does it', async () => {
    expectProblem(await admin('POST', '/personas/dealer/activate'), started.mock, {
      status: 401,
      type: 'unauthorized',
      instance: '/__admin/personas/dealer/activate',
      detail: /./,
    });
  });
});
