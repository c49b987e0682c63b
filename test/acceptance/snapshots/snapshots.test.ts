import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const { folderOf, start } = closedBy(afterEach);

describe('a snapshot of a sandbox', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  const stateText = async (query = ''): Promise<string> => succeed(await admin('GET', `/state${query}`)).text;
  const names = async (query = ''): Promise<string[]> =>
    (succeed(await admin('GET', `/state/snapshots${query}`)).body.data as { name: string; persona: unknown }[]).flatMap(
      ({ name, persona }) => (persona === null ? [name] : []),
    );
  const take = (name: string, query = '') => admin('PUT', `/state/snapshots/${name}${query}`);
  const restore = (name: string, query = '') => admin('POST', `/state/snapshots/${name}/restore${query}`);

  test('is taken, listed, looked into, gone back to and deleted', async () => {
    const before = await stateText();
    const { collections, contents } = JSON.parse(before);
    const documents = Object.values(collections as Record<string, { documents: unknown[] }>).reduce(
      (sum, each) => sum + each.documents.length,
      0,
    );
    const taken = await take('ready');
    expect([taken.status, taken.body]).toEqual([
      201,
      {
        name: 'ready',
        takenAt: new Date(started.clock.now()).toISOString(),
        clock: JSON.parse(before).clock,
        documents,
        contents: Object.keys(contents).length,
        bytes: expect.any(Number),
        persona: null,
      },
    ]);
    expect(await names()).toEqual(['ready']);
    const shown = await admin('GET', '/state/snapshots/ready');
    expect([shown.status, shown.headers['cache-control'], shown.text]).toEqual([200, 'no-store', before]);

    succeed(await createWorkflow(started.api, started.clock).createBuyer());
    expect(await stateText()).not.toBe(before);
    const restored = await restore('ready');
    expect([restored.status, restored.body]).toEqual([
      200,
      { documents, contents: taken.body.contents, clock: { ...taken.body.clock, offset: expect.any(Number) } },
    ]);
    expect(await stateText()).toBe(before);

    expect((await admin('DELETE', '/state/snapshots/ready')).status).toBe(204);
    expect(await names()).toEqual([]);
  });

  test('stays through a reset and an import, and may be gone back to again and again', async () => {
    const workflow = createWorkflow(started.api, started.clock);
    const { orderUuid } = await workflow.begin();
    const state = await stateText();
    succeed(await take('with-order'));
    succeed(await admin('POST', '/reset'));
    expect((await workflow.order(orderUuid)).status).toBe(404);
    succeed(await restore('with-order'));
    expect((await workflow.order(orderUuid)).status).toBe(200);
    succeed(await admin('PUT', '/state', { body: state }));
    succeed(await workflow.submitInvoice(orderUuid));
    succeed(await restore('with-order'));
    expect((await workflow.order(orderUuid)).body.status).toBe('CREATED');
    succeed(await admin('DELETE', '/state/snapshots/with-order'));
  });

  test('has the clock of its time, and nothing of the time in between happens', async () => {
    const { id } = await createSandbox(admin);
    const query = `?sandbox=${id}`;
    succeed(await admin('POST', `/clock/freeze${query}`));
    const { now } = (await admin('GET', `/clock${query}`)).body;
    succeed(await take('early', query));
    succeed(await admin('POST', `/clock/advance${query}`, { body: { by: 'P30D' } }));
    const { clock } = succeed(await restore('early', query)).body;
    expect(clock).toEqual({ now, frozen: true, offset: expect.any(Number) });
  });

  test('taken under the same name makes room', async () => {
    const { id } = await createSandbox(admin, { fixtures: false });
    const query = `?sandbox=${id}`;
    expect((await take('a', query)).status).toBe(201);
    expect((await take('b', query)).status).toBe(201);
    const read = async () => (await admin('GET', `/state/snapshots/a${query}`)).body.clock.now as string;
    const before = await read();
    started.clock.advance(1000);
    expect((await take('a', query)).status).toBe(200);
    expect(Date.parse(await read()) - Date.parse(before)).toBe(1000);
    expect(await names(query)).toEqual(['b', 'a']);
  });

  test('belongs to one sandbox', async () => {
    const [one, other] = [await createSandbox(admin), await createSandbox(admin)];
    succeed(await admin('PUT', '/state/snapshots/mine', { token: await tokenOf(one) }));
    expect(await names(`?sandbox=${one.id}`)).toEqual(['mine']);
    expect(await names(`?sandbox=${other.id}`)).toEqual([]);
    expect((await restore('mine', `?sandbox=${other.id}`)).status).toBe(404);
    // It goes with its sandbox.
    succeed(await admin('DELETE', `/sandboxes/${one.id}`));
    expect((await admin('GET', `/state/snapshots?sandbox=${one.id}`)).status).toBe(404);
  });

  test('that is unknown is 404 with the names that may have been meant', async () => {
    succeed(await take('before-pickup'));
    for (const [method, path] of [
      ['GET', '/state/snapshots/before-pikup'],
      ['DELETE', '/state/snapshots/before-pikup'],
      ['POST', '/state/snapshots/before-pikup/restore'],
    ] as const)
      expectProblem(await admin(method, path), started.mock, {
        status: 404,
        type: 'not-found',
        instance: `/__admin${path}`,
        detail: 'did you mean "before-pickup"?',
      });
    const wild = await take('%2e%2e%2fetc');
    expect([wild.status, wild.body.errors[0].field]).toEqual([422, 'name']);
  });

  test('is one of twenty at most', async () => {
    const { id } = await createSandbox(admin, { fixtures: false });
    const query = `?sandbox=${id}`;
    for (let n = 0; n < 20; n++) succeed(await take(`n${String(n)}`, query));
    expectProblem(await take('one-more', query), started.mock, {
      status: 409,
      instance: '/__admin/state/snapshots/one-more',
      detail: '20 snapshots, which is the maximum: delete one',
    });
    expect((await take('n7', query)).status).toBe(200);
    succeed(await admin('DELETE', `/state/snapshots/n3${query}`));
    expect((await take('one-more', query)).status).toBe(201);
  });

  test('is one line in a test', async () => {
    const { mock, api, clock } = started;
    const workflow = createWorkflow(api, clock);
    const { orderUuid } = await workflow.begin();
    await mock.snapshot('one-line');
    succeed(await workflow.submitInvoice(orderUuid));
    await mock.restore('one-line');
    expect((await workflow.order(orderUuid)).body.status).toBe('CREATED');
    await mock.snapshot('one-line', 'restricted');
    await expect(mock.restore('one-lin')).rejects.toThrow('did you mean "one-line"?');
    await expect(mock.snapshot('no name')).rejects.toThrow('is no such name');
    await expect(mock.snapshot('x', 'nowhere')).rejects.toThrow('no sandbox "nowhere"');
  });
});

test('snapshots count towards what a sandbox may hold, and give the room back', async () => {
  const started = await start({
    mode: 'hosted',
    adminToken: 'the-operator-of-this-server',
    sandboxBytes: 1_048_576,
  });
  const admin = createAdminClient(started);
  const sandbox = await createSandbox(admin, {}, { token: 'the-operator-of-this-server' });
  const token = await tokenOf(sandbox);
  const bytesHeld = async (): Promise<number> =>
    (succeed(await admin('GET', `/sandboxes/${sandbox.id}`, { token })).body.usage as { bytes: number }).bytes;
  const upload = (size: number, key: string) => {
    const body = Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nCMR\r\n'),
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n'),
      Buffer.from('content-type: application/pdf\r\n\r\n%PDF-1.4\n'),
      // What no compression makes smaller.
      Buffer.from(Array.from({ length: size }, (_, n) => (Math.imul(n + 1, 2_654_435_761) >>> 13) & 0xff)),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    return started.api.post(`/partners/${order.seller}/orders/${order.uuid}/documents`, body, {
      as: null,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'idempotency-key': key,
      },
    });
  };
  const call = { as: null, headers: { authorization: `Bearer ${token}` } };
  const [found] = (await started.api.get('/orders?status=CREATED', call)).body.data as { uuid: string }[];
  const order = { uuid: found?.uuid ?? '', seller: '' };
  for (const seller of sandbox.sellers)
    if ((await started.api.get(`/partners/${seller}/orders/${order.uuid}`, call)).status === 200) order.seller = seller;

  expect((await upload(300_000, 'first')).status).toBe(201);
  const taken = succeed(await admin('PUT', '/state/snapshots/one', { token })).body as { bytes: number };
  expect(taken.bytes).toBeGreaterThan(10_000);
  // Beside the snapshot there is no room for what would fit without it.
  const more = 1_048_576 - (await bytesHeld()) - Math.floor(taken.bytes / 2);
  const refused = await upload(more, 'second');
  expect([refused.status, refused.body.detail]).toEqual([507, expect.stringContaining('This sandbox is full')]);
  const { used, ...quota } = refused.body.quota as { readonly used: number };
  expect(quota).toEqual({ name: 'bytes', limit: 1_048_576, setting: '--limits sandbox-bytes' });
  expect(used).toBeGreaterThanOrEqual((await bytesHeld()) + taken.bytes);
  succeed(await admin('DELETE', '/state/snapshots/one', { token }));
  expect((await upload(more, 'third')).status).toBe(201);
  const full = await admin('PUT', '/state/snapshots/two', { token });
  expectProblem(full, started.mock, {
    status: 507,
    instance: '/__admin/state/snapshots/two',
    detail: 'may hold 1048576 bytes with its snapshots',
  });
});

test('with a data folder snapshots survive the end of the server', async () => {
  const folder = await folderOf();
  const first = await startMock({ data: folder.path });
  const admin = createAdminClient(first);
  const { orderUuid } = await createWorkflow(first.api, first.clock).begin();
  succeed(await admin('PUT', '/state/snapshots/kept'));
  succeed(await admin('POST', '/reset'));
  await first.stop();
  const second = await start({ data: folder.path });
  const again = createAdminClient(second);
  expect((await again('GET', '/state/snapshots')).body.data[0]).toMatchObject({ name: 'kept' });
  succeed(await again('POST', '/state/snapshots/kept/restore'));
  expect((await createWorkflow(second.api, second.clock).order(orderUuid)).status).toBe(200);
});
