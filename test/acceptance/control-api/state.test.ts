import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from './admin-client.ts';
import type { State } from './state-document.ts';

const DAY = 86_400_000;

/** The sellers of the demo organization. */
const SELLERS = ['3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f'];

/** Without its checksum, as somebody leaves it who has changed it by hand. */
const byHand = ({ checksum: _checksum, ...state }: State, change: object): object => ({ ...state, ...change });

describe('the state of a sandbox', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);
  let order: string;
  beforeAll(async () => {
    // What this costs once is costly: an order on the road, with uploads, stored answers and something due.
    const workflow = createWorkflow(started.api, started.clock);
    const { orderUuid } = await workflow.begin();
    await workflow.takeToTheRoad(orderUuid);
    order = orderUuid;
  });

  const read = async (query = ''): Promise<State> => succeed(await admin('GET', `/state${query}`)).body as State;
  const put = (body: unknown, query = '') => admin('PUT', `/state${query}`, { body });

  test('is one document that holds everything', async () => {
    const { status, headers, body } = await admin('GET', '/state');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([200, 'no-store', 'application/json']);
    expect(body).toMatchObject({
      format: 'vatmock-state',
      version: 1,
      sandbox: 'demo',
      organizationUuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
      sellers: SELLERS,
      seed: 'vatmock/demo',
      clock: { now: new Date(started.clock.now()).toISOString(), frozen: false },
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Object.keys(body.collections)).toEqual(
      expect.arrayContaining(['buyers', 'documents', 'idempotency', 'jobs', 'orders']),
    );
    const { documents } = (body as State).collections['orders'] ?? { documents: [] };
    expect(documents.map(({ id }) => id)).toContain(order);
    const upload = Object.values((body as State).contents)[0] ?? '';
    expect(Buffer.from(upload, 'base64').toString('latin1')).toMatch(/^%PDF/);
  });

  test('holds no secret of a client', async () => {
    const { text } = await admin('GET', '/state');
    expect(text).not.toContain('demo-secret');
    expect(text).not.toContain('demo-2-secret');
  });

  test('is the same document as long as nothing changes, and reading changes nothing', async () => {
    const before = (await admin('GET', '/state')).text;
    await started.api.get('/orders');
    await started.api.get('/orders?vin=WVWZZZ1KZ6W386752');
    await started.api.get(`/partners/${String(SELLERS[0])}/buyers`);
    await admin('GET', '/events');
    expect((await admin('GET', '/state')).text).toBe(before);
  });

  test('comes back as it was, whatever happened meanwhile', async () => {
    const before = (await admin('GET', '/state')).text;
    await createWorkflow(started.api, started.clock).createBuyer();
    expect((await admin('GET', '/state')).text).not.toBe(before);
    const { status, body } = await put(before);
    const { collections, contents } = JSON.parse(before) as State;
    expect([status, body]).toEqual([
      200,
      {
        documents: Object.values(collections).reduce((sum, { documents }) => sum + documents.length, 0),
        contents: Object.keys(contents).length,
        clock: { now: (JSON.parse(before) as State).clock.now, frozen: false, offset: expect.any(Number) },
      },
    ]);
    expect((await admin('GET', '/state')).text).toBe(before);
    expect((await createWorkflow(started.api, started.clock).order(order)).status).toBe(200);
  });

  test('comes back after a reset, and with another order of members and spacing', async () => {
    const before = await read();
    succeed(await admin('POST', '/reset'));
    const turned = Object.fromEntries(Object.entries(before).reverse());
    succeed(await put(JSON.stringify(turned, null, 4)));
    expect(await read()).toEqual(before);
  });

  test('goes on in the copy as in the original: same calls, same answers', async () => {
    const state = await read();
    const go = async (): Promise<string> => {
      const headers = { 'idempotency-key': 'after-the-import' };
      const path = `/partners/${String(SELLERS[0])}/buyers`;
      const buyer = sampleBuyer({ vatNumber: 'DE100777' });
      return (await started.api.post(path, buyer, { headers })).body.uuid as string;
    };
    const first = await go();
    succeed(await put(state));
    expect(await go()).toBe(first);
    succeed(await put(state));
  });

  test('moves into another sandbox that has the same sellers', async () => {
    const state = await read();
    const target = await createSandbox(admin, { sellers: SELLERS.map((uuid) => ({ uuid })), fixtures: false });
    succeed(await put(state, `?sandbox=${target.id}`));
    const headers = { authorization: `Bearer ${await tokenOf(target)}` };
    const { status, body } = await started.api.get(`/partners/${String(SELLERS[0])}/orders/${order}`, {
      as: null,
      headers,
    });
    expect([status, body.uuid]).toEqual([200, order]);
    const copy = await read(`?sandbox=${target.id}`);
    expect(copy).toMatchObject({ sandbox: target.id, organizationUuid: target.organizationUuid, seed: state.seed });
    expect(copy.collections['orders']).toEqual(state.collections['orders']);
    // The original has not noticed.
    expect(await read()).toEqual(state);
  });

  test('public links lead to the sandbox into which it was moved', async () => {
    const target = await createSandbox(admin, { sellers: SELLERS.map((uuid) => ({ uuid })), fixtures: false });
    const path = `/partners/${String(SELLERS[0])}/prospects/self-service-invitations`;
    const invited = succeed(await started.api.post(path, { email: 'guest@example.com' })).body;
    const state = await read();
    succeed(await put(state, `?sandbox=${target.id}`));
    const { data } = (await admin('GET', `/mail?sandbox=${target.id}`)).body;
    const text = JSON.stringify(data);
    const link = (invited.url as string).replace('/demo.', `/${target.id}.`);
    expect(text).toContain(link);
    expect(text).not.toContain(invited.url);
    expect((await started.api.get(link, { as: null })).status).toBe(200);
  });

  test('into a sandbox without its sellers it does not go, and it says which', async () => {
    const state = await read();
    const before = await read('?sandbox=restricted');
    const answer = await put(state, '?sandbox=restricted');
    expectProblem(answer, started.mock, {
      status: 422,
      type: 'validation-error',
      instance: '/__admin/state',
      detail: `Nothing was imported. sellers has data of ${String(SELLERS[0])}`,
    });
    expect(answer.body.errors[0].message).toContain('POST /__admin/sandboxes');
    expect(await read('?sandbox=restricted')).toEqual(before);
  });

  test('without its own sandbox named, a token imports into its own', async () => {
    const target = await createSandbox(admin, { sellers: SELLERS.map((uuid) => ({ uuid })), fixtures: false });
    const state = await read();
    succeed(await admin('PUT', '/state', { body: state, token: await tokenOf(target) }));
    expect((await read(`?sandbox=${target.id}`)).collections['orders']).toEqual(state.collections['orders']);
  });

  test('budgets, pauses, journal and mail to the administrator are forgotten', async () => {
    await started.api.get('/me', { as: 'api-client-enterprise' });
    const query = '?sandbox=enterprise';
    const ofClient = async () => {
      const data = (await admin('GET', `/requests${query}`)).body.data as { clientId: string | null }[];
      return data.filter(({ clientId }) => clientId !== null);
    };
    expect(await ofClient()).not.toEqual([]);
    succeed(await put(await read(query), query));
    expect(await ofClient()).toEqual([]);
  });

  describe('is refused whole, with its place, when', () => {
    const change = {
      'it is of a newer form': [(state: State) => byHand(state, { version: 2 }), 'version', 'must be 1'],
      'something is missing': [({ clock: _clock, ...state }: State) => state, 'clock', 'is required'],
      'its time is none': [
        (state: State) => byHand(state, { clock: { now: 'soon', frozen: true } }),
        'clock.now',
        'date-time',
      ],
      'its time is a leap second': [
        (state: State) => byHand(state, { clock: { now: '2026-12-31T23:59:60Z', frozen: true } }),
        'clock.now',
        'no instant',
      ],
      'its time has no year of four digits': [
        (state: State) => byHand(state, { clock: { now: '9999-12-31T23:59:59-23:59', frozen: true } }),
        'clock.now',
        'no instant',
      ],
      'contents are no base64': [
        (state: State) => byHand(state, { contents: { a: 'not base64!' } }),
        'contents.a',
        'base64',
      ],
      'contents have a path for a name': [
        (state: State) => byHand(state, { contents: { '../../etc/passwd': '' } }),
        'contents',
        'pattern',
      ],
    } as const;

    test.each(Object.entries(change))('%s', async (_what, [mutate, field, message]) => {
      const before = await read();
      const answer = await put(mutate(before));
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].field).toContain(field);
      expect(answer.body.errors[0].message).toContain(message);
      expect(await read()).toEqual(before);
    });

    const withCollection = (state: State, name: string, documents: readonly object[], last = 10): object =>
      byHand(state, { collections: { ...state.collections, [name]: { last, documents } } });
    const record = (value: object, more: object = {}) => ({ id: 'a', position: 1, value, keys: [], ...more });
    const DUE = '0001800000000000';
    const job = (more: object = {}) => ({ id: 'a', kind: 'vies-check', dueAt: 1_800_000_000_000, data: null, ...more });
    const due = { keys: [{ name: 'due', text: DUE }] };
    const answered = { key: 'a', fingerprint: 'x', beganAt: 1, status: 200, headers: {}, source: 'stateful' };

    test.each([
      ['a record is no object', 'orders', [record(5 as unknown as object)], 'documents[0].value', 'must be object'],
      ['a record has no position', 'orders', [{ id: 'a', value: {}, keys: [] }], 'documents[0].position', 'required'],
      ['two have one position', 'orders', [record({}), record({}, { id: 'b' })], 'documents[1].position', 'above'],
      ['a position was never given', 'orders', [record({}, { position: 11 })], 'documents[0].position', 'last (10)'],
      ['a position is beyond all reason', 'orders', [record({}, { position: 2 ** 40 })], 'position', '1000000000'],
      ['two have one id', 'orders', [record({}), record({}, { position: 2 })], 'documents[1].id', 'twice'],
      ['a collection has a wild name', '../x', [], 'collections', 'pattern'],
      ['it brings a state of its own', 'sandbox', [], 'collections', 'pattern'],
      ['a job is nothing that is known', 'jobs', [record(job({ kind: 'format-disk' }), due)], 'value.kind', 'knows'],
      ['a job is of the machine', 'jobs', [record(job({ kind: 'constructor' }), due)], 'value.kind', 'knows'],
      ['a job is due nowhere', 'jobs', [record(job({ dueAt: -1 }), due)], 'value.dueAt', '0'],
      ['a job is not found when it is due', 'jobs', [record(job())], 'documents[0].keys', 'not those'],
      ['a job has another id than it says', 'jobs', [record(job({ id: 'b' }), due)], 'documents[0].id', 'not that'],
      ['an event is no event', 'events', [record({ type: 'a' })], 'documents[0].value', 'required'],
      [
        'a stored answer splits its headers',
        'idempotency',
        [record({ ...answered, headers: { location: 'a\r\nset-cookie: b' } })],
        'headers.location',
        'pattern',
      ],
      [
        'a stored answer has a header that is none',
        'idempotency',
        [record({ ...answered, headers: { 'a b': 'c' } })],
        'headers',
        'pattern',
      ],
      ['it has data of strangers', 'buyers', [record({ seller: 'someone' })], 'sellers', 'data of someone'],
    ])('%s', async (_what, name, documents, field, message) => {
      const before = await read();
      const answer = await put(withCollection(before, name, documents));
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, expect.stringContaining(field)]);
      expect(answer.body.errors[0].message).toContain(message);
      expect(await read()).toEqual(before);
    });

    const fileOfOrder = { documentId: crypto.randomUUID(), version: 1, decision: 'VALID_EXPORT', generatedAt: 1 };
    const changeFirst = (state: State, name: string, change: object): object => {
      const { documents = [], last = 0 } = state.collections[name] ?? {};
      const changed = documents.map((each, index) =>
        index === 0 ? { ...each, value: { ...each.value, ...change } } : each,
      );
      return withCollection(state, name, changed, last);
    };

    test.each([
      [
        'an Export File has nothing to be drawn from',
        (state: State) => withCollection(state, 'export-file-facts', []),
        'value.id',
        'names no record of export-file-facts',
      ],
      [
        'an upload has no content',
        (state: State) => byHand(state, { contents: {} }),
        'value.id',
        'which contents lack',
      ],
      [
        'a sample paper has no order',
        (state: State) => withCollection(state, 'orders', []),
        'value.id',
        'without order and buyer',
      ],
      [
        'an order has the Export File of nowhere',
        (state: State) => changeFirst(state, 'orders', { exportFile: fileOfOrder }),
        'value.exportFile.documentId',
        'not among documents',
      ],
    ])('%s', async (_what, mutate, field, message) => {
      const before = await read();
      const answer = await put(mutate(before));
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toContainEqual(
        expect.objectContaining({ field: expect.stringContaining(field), message: expect.stringContaining(message) }),
      );
      expect(await read()).toEqual(before);
    });

    test('it has many faults: not all of them are listed', async () => {
      const documents = Array.from({ length: 500 }, () => record({}));
      const answer = await put(withCollection(await read(), 'orders', documents));
      expect([answer.status, answer.body.errors.length]).toEqual([422, 20]);
    });
  });

  test('a change by hand is taken without the checksum', async () => {
    const state = await read();
    const { documents = [], last = 0 } = state.collections['buyers'] ?? {};
    const changed = documents.map((each, index) =>
      index === 0 ? { ...each, value: { ...each.value, companyName: 'By hand' } } : each,
    );
    succeed(await put(byHand(state, { collections: { ...state.collections, buyers: { documents: changed, last } } })));
    const { body } = await started.api.get(
      `/partners/${String(documents[0]?.value['seller'])}/buyers/${String(documents[0]?.id)}`,
    );
    expect(body.companyName).toBe('By hand');
    succeed(await put(state));
  });

  test('integers beyond 2^53 keep their digits', async () => {
    const sandbox = await createSandbox(admin, { fixtures: false });
    const query = `?sandbox=${sandbox.id}`;
    const state = await read(query);
    const documents = [{ id: 'a', position: 1, value: { amount: 0 }, keys: [] }];
    const text = JSON.stringify(byHand(state, { collections: { notes: { last: 1, documents } } }));
    succeed(await put(text.replace('"amount":0', '"amount":9007199254740993'), query));
    expect((await admin('GET', `/state${query}`)).text).toContain('"amount":9007199254740993');
  });
});

describe('the clock of a state', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  test('stands where it stood, however much later it is put back', async () => {
    const { id } = await createSandbox(admin);
    const query = `?sandbox=${id}`;
    succeed(await admin('POST', `/clock/advance${query}`, { body: { by: 'P2D' } }));
    const state = succeed(await admin('GET', `/state${query}`)).body as State;
    started.clock.advance(30 * DAY);
    succeed(await admin('PUT', `/state${query}`, { body: state }));
    // Nothing of the month in between has happened.
    expect(succeed(await admin('GET', `/state${query}`)).body).toEqual(state);
    expect((await admin('GET', `/clock${query}`)).body).toEqual({ ...state.clock, offset: -28 * DAY });
  });

  test('a frozen one is frozen again, and what is due then comes when it is moved', async () => {
    const { id } = await createSandbox(admin);
    const query = `?sandbox=${id}`;
    succeed(await admin('POST', `/clock/freeze${query}`));
    const state = succeed(await admin('GET', `/state${query}`)).body as State;
    const dues = (state.collections['jobs']?.documents ?? []).map(({ value }) => value['dueAt'] as number);
    expect(dues.length).toBeGreaterThan(0);
    succeed(await admin('POST', `/clock/resume${query}`));
    succeed(await admin('PUT', `/state${query}`, { body: state }));
    const to = new Date(Math.min(...dues)).toISOString();
    const { body } = await admin('POST', `/clock/advance${query}`, { body: { to } });
    expect(body).toMatchObject({ now: to, frozen: true, fired: [{ dueAt: to }] });
  });
});

describe('a state that is too large', () => {
  test('does not go out, and does not come in', async () => {
    const started = await startMock({ maxStateBytes: 20_000 });
    const admin = createAdminClient(started);
    expectProblem(await admin('GET', '/state'), started.mock, {
      status: 507,
      instance: '/__admin/state',
      detail: '--limits max-state-bytes',
    });
    const answer = await admin('PUT', '/state', { body: { seed: 'x'.repeat(30_000) } });
    expect(answer.status).toBe(413);
    await started.stop();
  });

  test('by number or by size does not fit into a small sandbox', async () => {
    const large = await startMock();
    const state = succeed(await createAdminClient(large)('GET', '/state')).body as State;
    await large.stop();
    for (const [options, field] of [
      [{ sandboxDocuments: 100 }, 'collections'],
      [{ sandboxBytes: 1_048_576 }, 'contents'],
    ] as const) {
      const small = await startMock(options);
      const admin = createAdminClient(small);
      const before = succeed(await admin('GET', '/state?sandbox=restricted')).text;
      const filled = { ...state.contents, more: Buffer.alloc(1_048_576).toString('base64') };
      const body = byHand(state, { contents: filled });
      const answer = await admin('PUT', '/state', { body });
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
      expect((await admin('GET', '/state?sandbox=restricted')).text).toBe(before);
      await small.stop();
    }
  });
});
