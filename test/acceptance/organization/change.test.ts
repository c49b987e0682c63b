import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/expect-problem.ts';
import { sampleOrder } from '../../support/sample-order.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, fetchToken, succeed, tokenOf } from '../control-api/admin-client.ts';

const { folderOf, start } = closedBy(afterEach);

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const OTHER_SELLER = '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f';
const NEW_SELLER = '60c9f2a5-7e18-4d3b-92f6-1c8a4b7e5d30';

interface Shown {
  readonly dpaAccepted: boolean;
  readonly partners: readonly { readonly uuid: string; readonly companyName: string; readonly vatNumber: string }[];
}

interface Me {
  readonly authorizedPartners: readonly string[];
  readonly capabilities: Readonly<
    Record<'allowMultiVinOrders' | 'allowMarketplaceLedKyc' | 'allowKycDocumentDownload', boolean>
  > & { readonly rateLimitTier: string };
}

/** An organization is changed while the server runs, and the next call meets it as it is then. */
describe('the organization of a sandbox', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);
  afterEach(() => started.mock.reset());

  const change = async (body: object): Promise<Shown> =>
    succeed(await admin('PATCH', '/sandboxes/demo', { body })).body as Shown;
  const me = async (): Promise<Me> => succeed(await started.api.get('/me')).body as Me;

  test('is shown with its partners and clients, without secrets', async () => {
    const { body, text } = succeed(await admin('GET', '/sandboxes/demo'));
    expect(body).toMatchObject({ id: 'demo', country: 'NL', dpaAccepted: true, rateLimitTier: 'STANDARD' });
    expect(body.sellers).toEqual([SELLER, OTHER_SELLER]);
    expect(body.partners.map(({ uuid }: { uuid: string }) => uuid)).toEqual(body.sellers);
    expect(body.clients).toContainEqual({ clientId: 'api-client-demo', enabled: true, serviceAccountsEnabled: true });
    expect(text).not.toMatch(/secret/i);
  });

  test('loses a capability: GET /me and the refusals say so', async () => {
    expect((await me()).capabilities.allowMultiVinOrders).toBe(true);
    await change({ capabilities: { allowMultiVinOrders: false } });
    expect((await me()).capabilities).toMatchObject({ allowMultiVinOrders: false, allowMarketplaceLedKyc: true });
    const { data } = succeed(await started.api.get(`/partners/${SELLER}/buyers`)).body;
    const order = sampleOrder({ buyerId: data[0].uuid });
    const [vin] = order.vins as unknown as object[];
    const answer = await started.api.post(`/partners/${SELLER}/orders`, {
      ...order,
      vins: [vin, { ...vin, vin: 'WDB9634031L123456' }],
    });
    expectRefusal(answer, 403, 'capability-required');
    await change({ capabilities: { allowMultiVinOrders: true } });
    expect((await me()).capabilities.allowMultiVinOrders).toBe(true);
  });

  test('loses its data processing agreement: every call is refused, and the control API still works', async () => {
    expect((await change({ dpaAccepted: false })).dpaAccepted).toBe(false);
    expectRefusal(await started.api.get('/me'), 403, 'dpa-not-accepted');
    const token = await started.mock.token();
    succeed(await admin('PATCH', '/sandboxes/demo', { token, body: { dpaAccepted: true } }));
    expect((await started.api.get('/me')).status).toBe(200);
  });

  test('has the partners again that it had when a snapshot was taken', async () => {
    succeed(await admin('PUT', '/state/snapshots/before'));
    await change({ sellers: [OTHER_SELLER] });
    succeed(await admin('POST', '/state/snapshots/before/restore'));
    expect((await me()).authorizedPartners).toEqual([SELLER, OTHER_SELLER]);
  });

  test('gets and loses authorized partners', async () => {
    const { partners: sellers } = await change({
      sellers: [OTHER_SELLER, { uuid: NEW_SELLER.toUpperCase(), companyName: 'Nord' }],
    });
    expect(sellers).toMatchObject([{ uuid: OTHER_SELLER }, { uuid: NEW_SELLER, companyName: 'Nord' }]);
    expect(sellers[1]?.vatNumber).toMatch(/^[A-Z]{2}\w+$/);
    expect((await me()).authorizedPartners).toEqual([OTHER_SELLER, NEW_SELLER]);
    expect((await started.api.get(`/partners/${NEW_SELLER}/buyers`)).status).toBe(200);
    expectRefusal(await started.api.get(`/partners/${SELLER}/buyers`), 403, 'forbidden');
    // What is known of a partner that comes back is what it was.
    const back = await change({ sellers: [SELLER] });
    expect(back.partners[0]?.companyName).toBe("Veldhuis Auto's B.V.");
  });

  test('finds no order of a partner that it lost, in whatever order and page by page', async () => {
    const find = async (query: string): Promise<{ uuids: string[]; total: number }> => {
      const { data, pagination } = succeed(await started.api.get(`/orders?${query}`)).body;
      return { uuids: data.map(({ uuid }: { uuid: string }) => uuid), total: pagination.totalElements as number };
    };
    const { uuids: before } = await find('size=100');
    await change({ sellers: [OTHER_SELLER] });
    const { uuids: after, total } = await find('size=100');
    expect(total).toBe(after.length);
    expect(after.length).toBeGreaterThan(1);
    for (const uuid of before) {
      const { status } = await started.api.get(`/orders/${uuid}/transport`);
      expect([uuid, status]).toEqual([uuid, after.includes(uuid) ? 200 : 403]);
    }
    expect((await find('size=1&page=1')).uuids).toEqual(after.slice(1, 2));
    expect((await find('size=100&sort=createdAt,asc')).uuids).toEqual(after.toReversed());
    await change({ sellers: [SELLER, OTHER_SELLER] });
    expect((await find('size=100')).uuids).toEqual(before);
  });

  test('gets another tier, which the budget follows', async () => {
    const before = (await started.api.get('/me')).headers['x-ratelimit-limit'];
    await change({ rateLimitTier: 'ENTERPRISE' });
    const { headers, body } = succeed(await started.api.get('/me'));
    expect(body.capabilities.rateLimitTier).toBe('ENTERPRISE');
    expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(Number(before));
  });

  test.each([
    ['nothing', {}],
    ['an unknown capability', { capabilities: { allowEverything: true } }],
    ['an unknown member', { dpa: true }],
    ['a partner without UUID', { sellers: [{ companyName: 'Nord' }] }],
  ])('is not changed by %s', async (_name, body) => {
    expect((await admin('PATCH', '/sandboxes/demo', { body })).status).toBe(422);
    expect((await me()).capabilities.allowMultiVinOrders).toBe(true);
  });

  test('is what it was after a reset, and what it became after a snapshot is restored', async () => {
    await change({ capabilities: { allowMultiVinOrders: false }, sellers: [SELLER, NEW_SELLER] });
    await started.mock.snapshot('changed');
    await started.mock.reset();
    expect(await me()).toMatchObject({
      authorizedPartners: [SELLER, OTHER_SELLER],
      capabilities: { allowMultiVinOrders: true },
    });
    // A sandbox begins anew with everything that the organization could do at its beginning.
    expect((await started.api.get(`/partners/${OTHER_SELLER}/buyers`)).body.data.length).toBeGreaterThan(0);
    const { data } = succeed(await started.api.get('/orders?page=0&size=100')).body;
    expect(data.some(({ vins }: { vins: readonly unknown[] }) => vins.length > 1)).toBe(true);
    await started.mock.restore('changed');
    expect(await me()).toMatchObject({
      authorizedPartners: [SELLER, NEW_SELLER],
      capabilities: { allowMultiVinOrders: false },
    });
  });

  test('is what it was after a reset, also of a created sandbox', async () => {
    const { id } = await createSandbox(admin);
    const shown = async () => succeed(await admin('GET', `/sandboxes/${id}`)).body.dpaAccepted as boolean;
    succeed(await admin('PATCH', `/sandboxes/${id}`, { body: { dpaAccepted: false } }));
    expect(await shown()).toBe(false);
    succeed(await admin('POST', `/reset?sandbox=${id}`));
    expect(await shown()).toBe(true);
  });

  test('is part of an exported state, and of a fork', async () => {
    await change({ capabilities: { allowKycDocumentDownload: false } });
    const { text } = await admin('GET', '/state');
    await started.mock.reset();
    succeed(await admin('PUT', '/state', { body: text }));
    expect((await me()).capabilities.allowKycDocumentDownload).toBe(false);

    const fork = await createSandbox(admin, { from: 'demo', dpaAccepted: false });
    const { body } = succeed(await admin('GET', `/sandboxes/${fork.id}`));
    expect(body).toMatchObject({ dpaAccepted: false, capabilities: { allowKycDocumentDownload: false } });
  });
});

describe('the clients of an organization', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  const tokenFor = async (clientId: string, clientSecret: string) =>
    (await fetchToken({ tokenUrl: started.mock.tokenUrl, clientId, clientSecret })).status;

  test('are added with a secret that is shown once, disabled, enabled and removed', async () => {
    const { status, headers, body } = await admin('POST', '/clients', { body: {} });
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 201, cache: 'no-store' });
    const { clientId, clientSecret } = body;
    expect(clientId).toMatch(/^api-client-demo-\d+$/);
    expect(await tokenFor(clientId, clientSecret)).toBe(200);
    const list = await admin('GET', '/clients');
    expect(list.body.data).toContainEqual({ clientId, enabled: true, serviceAccountsEnabled: true });
    expect(list.text).not.toContain(clientSecret);

    succeed(await admin('PATCH', `/clients/${clientId}`, { body: { enabled: false } }));
    expect(await tokenFor(clientId, clientSecret)).toBe(401);
    succeed(await admin('PATCH', `/clients/${clientId}`, { body: { enabled: true } }));
    expect(await tokenFor(clientId, clientSecret)).toBe(200);

    succeed(await admin('DELETE', `/clients/${clientId}`));
    expect(await tokenFor(clientId, clientSecret)).toBe(401);
    expect((await admin('DELETE', `/clients/${clientId}`)).status).toBe(404);
  });

  test('of the organizations file are disabled, not removed', async () => {
    const answer = await admin('DELETE', '/clients/api-client-demo-2');
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('PATCH /__admin/clients/api-client-demo-2');
    expect((await admin('DELETE', '/clients/api-client-enterprise')).status).toBe(404);
  });

  test('do not lock their organization out', async () => {
    const { id, clientId, clientSecret, tokenUrl } = await createSandbox(admin);
    const token = await tokenOf({ tokenUrl, clientId, clientSecret });
    const answer = await admin('PATCH', `/clients/${clientId}`, { token, body: { enabled: false } });
    expect(answer.status).toBe(409);
    const second = succeed(await admin('POST', '/clients', { token })).body;
    expect(second.clientId).toBe(`api-client-${id}-2`);
    succeed(await admin('PATCH', `/clients/${clientId}`, { token, body: { enabled: false } }));
    expect(await tokenFor(second.clientId, second.clientSecret)).toBe(200);
  });

  test('are twenty at most', async () => {
    const { id } = await createSandbox(admin, { clients: 20 });
    const answer = await admin('POST', `/clients?sandbox=${id}`);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('20 clients');
  });
});

test('a sandbox is created with several clients, without the agreement', async () => {
  const started = await start();
  const admin = createAdminClient(started);
  const { body } = succeed(await admin('POST', '/sandboxes', { body: { clients: 3, dpaAccepted: false } }));
  expect(body.clients).toHaveLength(3);
  expect(body.clients[0]).toEqual({ clientId: body.clientId, clientSecret: body.clientSecret });
  expect(new Set(body.clients.map(({ clientSecret }: { clientSecret: string }) => clientSecret)).size).toBe(3);
  for (const client of body.clients) {
    const token = await tokenOf({ ...body, ...client });
    const call = { as: null, headers: { authorization: `Bearer ${token}` } };
    expect((await started.api.get('/me', call)).body).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/data processing/),
    });
  }
});

test('in hosted mode a sandbox changes itself, without raising its own tier', async () => {
  const OPERATOR = 'the-operator-of-this-server';
  const started = await start({ mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);
  const one = await createSandbox(admin, { rateLimitTier: 'HIGH_VOLUME' }, { token: OPERATOR });
  const other = await createSandbox(admin, {}, { token: OPERATOR });
  const token = await tokenOf(one);
  const patch = (body: object, path = `/sandboxes/${one.id}`) => admin('PATCH', path, { token, body });
  const bearer = { as: null, headers: { authorization: `Bearer ${token}` } };

  succeed(await patch({ capabilities: { allowMultiVinOrders: false }, rateLimitTier: 'STANDARD' }));
  expect((await started.api.get('/me', bearer)).body.capabilities).toMatchObject({
    allowMultiVinOrders: false,
    rateLimitTier: 'STANDARD',
  });
  succeed(await patch({ rateLimitTier: 'HIGH_VOLUME' }));
  const refused = await patch({ rateLimitTier: 'ENTERPRISE' });
  expect(refused.status).toBe(403);
  expect(refused.body.detail).toContain('HIGH_VOLUME');
  // Nor by way of an import.
  const { checksum: _checksum, ...state } = (await admin('GET', '/state', { token })).body;
  state.collections['organization-changes'].documents[0].value.rateLimitTier = 'ENTERPRISE';
  succeed(await admin('PUT', '/state', { token, body: state }));
  expect((await started.api.get('/me', bearer)).body.capabilities.rateLimitTier).toBe('HIGH_VOLUME');

  expect((await patch({ dpaAccepted: false }, `/sandboxes/${other.id}`)).status).toBe(404);
  expect((await patch({ enabled: false }, `/clients/${other.clientId}`)).status).toBe(404);
  const { body } = await admin('GET', `/sandboxes/${other.id}`, { token: OPERATOR });
  expect(body).toMatchObject({ dpaAccepted: true, clients: [{ enabled: true }] });
  expect((await admin('GET', '/clients')).status).toBe(401);
});

test('with --data, changes and clients outlive a restart', async () => {
  const folder = await folderOf();
  const options = { data: folder.path };
  const first = await startMock(options);
  const admin = createAdminClient(first);
  succeed(await admin('PATCH', '/sandboxes/demo', { body: { dpaAccepted: false } }));
  const added = succeed(await admin('POST', '/clients')).body;
  succeed(await admin('PATCH', '/clients/api-client-demo-2', { body: { enabled: false } }));
  const sandbox = await createSandbox(admin);
  const inSandbox = succeed(await admin('POST', `/clients?sandbox=${sandbox.id}`)).body;
  succeed(await admin('PATCH', `/clients/${sandbox.clientId}?sandbox=${sandbox.id}`, { body: { enabled: false } }));
  await first.stop();

  const second = await start(options);
  // In force for the very first call.
  expect((await second.api.get('/me')).status).toBe(403);
  const tokenUrl = second.mock.tokenUrl;
  const statusFor = async (client: object) => (await fetchToken({ tokenUrl, ...client } as never)).status;
  expect(await statusFor(added)).toBe(200);
  expect(await statusFor({ clientId: 'api-client-demo-2', clientSecret: 'demo-secret-2' })).toBe(401);
  expect(await statusFor(inSandbox)).toBe(200);
  expect(await statusFor({ clientId: sandbox.clientId, clientSecret: sandbox.clientSecret })).toBe(401);
});
