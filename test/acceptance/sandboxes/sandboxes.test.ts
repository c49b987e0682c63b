import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createWorkflow } from '../../support/workflow.ts';
import {
  type NewSandbox,
  createAdminClient,
  createSandbox,
  fetchToken,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';

const { folderOf, start } = closedBy(afterEach);

const HOUR = 3_600_000;

const BUYER = sampleBuyer();

describe('a server on its own machine', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  const me = async (sandbox: NewSandbox) =>
    started.api.get('/me', { as: null, headers: { authorization: `Bearer ${await tokenOf(sandbox)}` } });

  test('creates a sandbox without being asked for anything', async () => {
    const answer = await admin('POST', '/sandboxes');
    expect(answer.status).toBe(201);
    const { id, organizationUuid, sellers, clientSecret } = answer.body as NewSandbox;
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^sb-[0-9a-z]{16}$/),
      organizationUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientId: `api-client-${id}`,
      clientSecret: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      clients: [{ clientId: `api-client-${id}`, clientSecret }],
      sellers: [expect.any(String), expect.any(String)],
      baseUrl: started.mock.baseUrl,
      tokenUrl: started.mock.tokenUrl,
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      location: `${started.mock.url}/__admin/sandboxes/${id}`,
    });
    const { body } = await me(answer.body as NewSandbox);
    expect(body).toEqual({
      organizationUuid,
      authorizedPartners: sellers,
      capabilities: {
        allowMarketplaceLedKyc: true,
        allowMultiVinOrders: true,
        allowKycDocumentDownload: true,
        rateLimitTier: 'STANDARD',
      },
    });
  });

  test('creates it as it is wished for', async () => {
    const uuid = '3F0E8A52-8C1D-4A7E-9D42-5B1F0C7E6A31';
    const sandbox = await createSandbox(admin, {
      name: 'Spring demo',
      rateLimitTier: 'HIGH_VOLUME',
      capabilities: { allowMultiVinOrders: false },
      sellers: [{ uuid, companyName: 'Own', vatNumber: 'NL114933108B01', country: 'NL' }, {}],
      fixtures: false,
    });
    expect(sandbox.sellers).toEqual([uuid.toLowerCase(), expect.any(String)]);
    const { body, headers } = await me(sandbox);
    expect(body.capabilities).toMatchObject({ allowMultiVinOrders: false, rateLimitTier: 'HIGH_VOLUME' });
    expect(headers['x-ratelimit-limit']).toBe('1000');
    const shown = succeed(await admin('GET', `/sandboxes/${sandbox.id}`)).body;
    expect(shown).toMatchObject({ name: 'Spring demo', origin: 'created', expiresAt: null });
    expect(shown.usage.documents).toBeLessThan(3);
  });

  test.each([1, 20])('draws %i sellers when asked for so many', async (sellers) => {
    const sandbox = await createSandbox(admin, { sellers, fixtures: false });
    expect(new Set(sandbox.sellers).size).toBe(sellers);
  });

  test.each([
    [{ sellers: 0 }, 'sellers'],
    [{ sellers: 21 }, 'sellers'],
    [{ sellers: [] }, 'sellers'],
    [{ sellers: [{ uuid: 'x' }] }, 'sellers'],
    [{ name: '' }, 'name'],
    [{ rateLimitTier: 'HUGE' }, 'rateLimitTier'],
    [{ capabilities: { all: true } }, 'capabilities'],
    [{ clientSecret: 'mine' }, 'clientSecret'],
    [{ seed: 42 }, 'seed'],
  ])('refuses %j', async (wish, field) => {
    const answer = await admin('POST', '/sandboxes', { body: wish });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].field).toContain(field);
  });

  test('lists all of them, without a secret', async () => {
    const { id, clientId, clientSecret } = await createSandbox(admin, { name: 'Listed' });
    const { body, text } = await admin('GET', '/sandboxes');
    const ids = body.data.map((sandbox: { id: string }) => sandbox.id);
    expect(ids.slice(0, 2)).toEqual(['demo', 'restricted']);
    expect(body.data.at(-1)).toMatchObject({ id, clientIds: [clientId], name: 'Listed', origin: 'created' });
    expect(text).not.toContain(clientSecret);
    expect(text).not.toMatch(/secret/i);
  });

  test('lists a page of them, with the number of all', async () => {
    await createSandbox(admin);
    const all = (await admin('GET', '/sandboxes')).body;
    expect(all.pagination).toEqual({ page: 0, limit: 1000, totalElements: all.data.length, totalPages: 1 });
    const { body } = await admin('GET', '/sandboxes?limit=2&page=1');
    expect(body.data).toEqual(all.data.slice(2, 4));
    expect(body.pagination).toMatchObject({ page: 1, limit: 2, totalElements: all.data.length });
    expect((await admin('GET', '/sandboxes?limit=1001')).status).toBe(422);
  });

  test('drops one with its client, its tokens and its data', async () => {
    const sandbox = await createSandbox(admin);
    const headers = { authorization: `Bearer ${await tokenOf(sandbox)}` };
    expect((await started.api.get('/me', { as: null, headers })).status).toBe(200);
    expect((await admin('DELETE', `/sandboxes/${sandbox.id}`)).status).toBe(204);
    expect((await started.api.get('/me', { as: null, headers })).status).toBe(401);
    expect((await fetchToken(sandbox)).status).toBe(401);
    for (const [method, path] of [
      ['GET', `/sandboxes/${sandbox.id}`],
      ['DELETE', `/sandboxes/${sandbox.id}`],
      ['GET', `/clock?sandbox=${sandbox.id}`],
      ['GET', `/state?sandbox=${sandbox.id}`],
    ] as const)
      expect((await admin(method, path)).status).toBe(404);
  });

  test('does not drop what belongs to its organizations', async () => {
    expectProblem(await admin('DELETE', '/sandboxes/demo'), started.mock, {
      status: 409,
      instance: '/__admin/sandboxes/demo',
      detail: 'POST /__admin/reset?sandbox=demo',
    });
    expect((await started.api.get('/me')).status).toBe(200);
  });

  test('two with one seed answer alike, and with two do not', async () => {
    const outcome = async (seed: string): Promise<unknown> => {
      const seller = '5f1e2d3c-4b5a-4968-8776-655443322110';
      const sandbox = await createSandbox(admin, { seed, sellers: [{ uuid: seller }], fixtures: false });
      const headers = { authorization: `Bearer ${await tokenOf(sandbox)}` };
      const call = (path: string, body: unknown) =>
        started.api.post(`/partners/${seller}${path}`, body, { as: null, headers });
      const { body } = await call('/buyers', BUYER);
      return body.uuid;
    };
    const [one, other, third] = [await outcome('42'), await outcome('42'), await outcome('43')];
    expect(one).toEqual(expect.any(String));
    expect(other).toBe(one);
    expect(third).not.toBe(one);
  });
});

describe('a reset', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  test('takes away what was made, and leaves the other sandboxes alone', async () => {
    const { api } = started;
    const before = (await admin('GET', '/state')).text;
    const workflow = createWorkflow(api, started.clock);
    const { orderUuid } = await workflow.begin();
    const elsewhere = await createSandbox(admin);
    const others = (await admin('GET', `/state?sandbox=${elsewhere.id}`)).text;
    expect((await workflow.order(orderUuid)).status).toBe(200);
    expect((await admin('POST', '/reset')).status).toBe(204);
    expect((await workflow.order(orderUuid)).status).toBe(404);
    const after = (await admin('GET', '/state')).body;
    expect(Object.keys(after.collections)).toEqual(Object.keys(JSON.parse(before).collections));
    expect(JSON.parse((await admin('GET', `/state?sandbox=${elsewhere.id}`)).text).collections).toEqual(
      JSON.parse(others).collections,
    );
  });

  test('of a new sandbox makes the same of it again, byte for byte', async () => {
    const { id } = await createSandbox(admin);
    const before = (await admin('GET', `/state?sandbox=${id}`)).text;
    succeed(await admin('POST', `/reset?sandbox=${id}`));
    expect((await admin('GET', `/state?sandbox=${id}`)).text).toBe(before);
  });

  test('lets the clock run with the wall’s again', async () => {
    succeed(await admin('POST', '/clock/freeze'));
    succeed(await admin('POST', '/clock/advance', { body: { by: 'P3D' } }));
    succeed(await admin('POST', '/reset'));
    const now = new Date(started.clock.now()).toISOString();
    expect((await admin('GET', '/clock')).body).toEqual({ now, frozen: false, offset: 0 });
  });

  test('forgets answers under Idempotency-Keys', async () => {
    const call = { as: 'api-client-high-volume', headers: { 'idempotency-key': 'again' } };
    const seller = '2f590b6b-0746-4be4-98dc-7c43db7a57b9';
    const ask = () => started.api.post(`/partners/${seller}/buyers`, BUYER, call);
    const statuses = [(await ask()).headers['idempotency-replayed'], (await ask()).headers['idempotency-replayed']];
    expect(statuses).toEqual([undefined, 'true']);
    succeed(await admin('POST', '/reset?sandbox=high-volume'));
    expect((await ask()).headers['idempotency-replayed']).toBeUndefined();
  });

  test('gives back the budget, ends the client’s pause, and forgets the mail about it', async () => {
    const { api } = started;
    const ask = () => api.get('/me', { as: 'api-client-restricted' });
    for (let i = 0; i < 300 + 50; i++) await ask();
    for (let i = 0; i < 11; i++) await ask();
    const paused = await ask();
    expect([paused.status, paused.body.detail]).toEqual([429, expect.stringContaining('is paused')]);
    const path = '/mail?sandbox=restricted';
    expect((await admin('GET', path)).body.data).toHaveLength(1);
    succeed(await admin('POST', '/reset?sandbox=restricted'));
    const { status, headers } = await ask();
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, '299']);
    expect((await admin('GET', path)).body.data).toHaveLength(0);
  });

  test('empties the journal of the organization', async () => {
    const operations = async (): Promise<string[]> => {
      const { body } = await admin('GET', '/requests?sandbox=enterprise');
      const data = body.data as { clientId: string | null; operationId: string }[];
      return data.filter(({ clientId }) => clientId === 'api-client-enterprise').map(({ operationId }) => operationId);
    };
    await started.api.get('/me', { as: 'api-client-enterprise' });
    expect(await operations()).toEqual(['getOrganization']);
    succeed(await admin('POST', '/reset?sandbox=enterprise'));
    expect(await operations()).toEqual([]);
  });

  test('leaves clients, secrets and tokens as they are', async () => {
    const sandbox = await createSandbox(admin);
    const headers = { authorization: `Bearer ${await tokenOf(sandbox)}` };
    succeed(await admin('POST', '/reset', { headers }));
    expect((await started.api.get('/me', { as: null, headers })).status).toBe(200);
    expect((await fetchToken(sandbox)).status).toBe(200);
  });

  test('is there for programs too', async () => {
    const { mock, api } = started;
    await mock.clock.advance({ by: 'P1D' });
    await mock.reset();
    expect((await mock.clock.now()).getTime()).toBe(started.clock.now());
    await expect(mock.reset('nowhere')).rejects.toThrow('no sandbox "nowhere"');
    expect((await api.get('/me')).status).toBe(200);
  });
});

describe('with a data folder', () => {
  test('created sandboxes are there again after a restart, with secrets, sellers and clock', async () => {
    const folder = await folderOf();
    const first = await startMock({ data: folder.path });
    const admin = createAdminClient(first);
    const kept = await createSandbox(admin, { name: 'Kept', rateLimitTier: 'HIGH_VOLUME' });
    const dropped = await createSandbox(admin);
    const rotated = await createSandbox(admin);
    const { body } = await admin('POST', `/clients/${rotated.clientId}/rotate-secret?sandbox=${rotated.id}`);
    succeed(await admin('POST', `/clock/advance?sandbox=${kept.id}`, { body: { by: 'PT72H' } }));
    succeed(await admin('DELETE', `/sandboxes/${dropped.id}`));
    const state = (await admin('GET', `/state?sandbox=${kept.id}`)).text;
    await first.stop();

    const second = await start({ data: folder.path });
    const again = createAdminClient(second);
    const here = (sandbox: NewSandbox): NewSandbox => ({ ...sandbox, tokenUrl: second.mock.tokenUrl });
    expect((await fetchToken(here(kept))).status).toBe(200);
    expect((await fetchToken(here(dropped))).status).toBe(401);
    // Both secrets of a rotation, until its window ends.
    expect((await fetchToken(here(rotated))).status).toBe(200);
    expect((await fetchToken(here({ ...rotated, clientSecret: body.clientSecret }))).status).toBe(200);
    const shown = succeed(await again('GET', `/sandboxes/${kept.id}`)).body;
    expect(shown).toMatchObject({ name: 'Kept', rateLimitTier: 'HIGH_VOLUME', sellers: kept.sellers });
    expect((await again('GET', `/state?sandbox=${kept.id}`)).text).toBe(state);
    // One that is created now is another one.
    const next = await createSandbox(again);
    expect([kept.id, dropped.id, rotated.id]).not.toContain(next.id);
  });

  test('no secret is in the file', async () => {
    const { readFile, readdir } = await import('node:fs/promises');
    const folder = await folderOf();
    const started = await startMock({ data: folder.path });
    const { clientSecret } = await createSandbox(createAdminClient(started));
    await started.stop();
    const names = await readdir(folder.path);
    expect(names).toContain('vatmock.db');
    for (const name of names) expect((await readFile(folder.file(name), 'latin1')).includes(clientSecret)).toBe(false);
  });
});

describe('room for created sandboxes', () => {
  test('the one that was idle longest makes room, and none that was used a moment ago', async () => {
    const started = await start({ maxSandboxes: 2, sandboxMinIdle: 'PT1H' });
    const admin = createAdminClient(started);
    const first = await createSandbox(admin);
    const second = await createSandbox(admin);
    const full = await admin('POST', '/sandboxes');
    expectProblem(full, started.mock, {
      status: 507,
      instance: '/__admin/sandboxes',
      detail:
        /2 created sandboxes, .* within PT1H.* idle long enough at 2026-11-20T10:00:00\.000Z.*--limits max-sandboxes/,
    });
    started.clock.advance(HOUR);
    // A use counts: of the two it is now the second that was idle longest.
    await tokenOf(first);
    const third = await createSandbox(admin);
    const ids = (await admin('GET', '/sandboxes')).body.data.map(({ id }: { id: string }) => id);
    expect(ids.slice(-2)).toEqual([first.id, third.id]);
    expect((await fetchToken(second)).status).toBe(401);
    expect((await admin('POST', '/sandboxes')).status).toBe(507);
  });

  test('two who ask at once do not both get the last place', async () => {
    const started = await start({ maxSandboxes: 3 });
    const admin = createAdminClient(started);
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin('POST', '/sandboxes')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 507, 507, 507, 507, 507]);
  });

  test('looking at a sandbox from outside is no use of it', async () => {
    const started = await start({ sandboxTtl: 'P1D' });
    const admin = createAdminClient(started);
    const { id } = await createSandbox(admin);
    started.clock.advance(HOUR);
    await admin('GET', '/sandboxes');
    const { lastUsedAt, expiresAt } = (await admin('GET', `/sandboxes/${id}`)).body;
    expect([lastUsedAt, expiresAt]).toEqual(['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z']);
  });

  test('those that nobody used for so long go when the next one is created; the fixed ones never', async () => {
    const started = await start({ sandboxTtl: 'P7D' });
    const admin = createAdminClient(started);
    const idle = await createSandbox(admin);
    const used = await createSandbox(admin);
    started.clock.advance(7 * 24 * HOUR - 1);
    await tokenOf(used);
    await createSandbox(admin);
    expect((await fetchToken(idle)).status).toBe(200);
    started.clock.advance(7 * 24 * HOUR);
    await tokenOf(used);
    // Other servers learn of it a moment later.
    await eventually(async () => {
      const lists = await Promise.all(Array.from({ length: 3 }, () => admin('GET', '/sandboxes')));
      const now = new Date(started.clock.now()).toISOString();
      return lists.every(({ body }) =>
        (body.data as { id: string; lastUsedAt: string }[]).some(
          ({ id, lastUsedAt }) => id === used.id && lastUsedAt === now,
        ),
      );
    });
    await createSandbox(admin);
    expect([(await fetchToken(idle)).status, (await fetchToken(used)).status]).toEqual([401, 200]);
    expect((await admin('GET', `/sandboxes/${idle.id}`)).status).toBe(404);
    expect((await started.api.get('/me')).status).toBe(200);
  });
});
