import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { type FullDisk, createFullDisk } from '../../support/full-disk.ts';
import { sampleOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

let disk: FullDisk;
let folder: TempFolder;
let started: StartedMock;
beforeEach(async () => {
  disk = createFullDisk();
  folder = await createTempFolder({});
  started = await startMock({ data: folder.path });
});
afterEach(async () => {
  disk.free();
  await started.stop();
  disk.restore();
  await folder.remove();
});

const ready = (): Promise<ApiAnswer> => createAdminClient(started)('GET', '/ready');

const createBuyer = async (): Promise<string> => {
  const { body } = succeed(await createWorkflow(started.api, started.clock).createBuyer());
  return (body as { uuid: string }).uuid;
};

const order = (buyerId: string, name: string): Promise<ApiAnswer> =>
  started.api.post(`/partners/${SELLER}/orders`, sampleOrder({ buyerId, externalOrderId: name }), {
    headers: { 'idempotency-key': name },
  });

const namesOfOrders = async (): Promise<readonly string[]> => {
  const { body } = succeed(await started.api.get('/orders?size=100'));
  return (body as { data: readonly { externalOrderId: string }[] }).data.map(({ externalOrderId }) => externalOrderId);
};

test('a full disk refuses writes with 507, serves reads, and is named by ready, until there is room', async () => {
  const { clock, notices } = started;
  const buyerId = await createBuyer();
  expect((await order(buyerId, 'BEFORE')).status).toBe(201);
  const before = await namesOfOrders();
  expect((await ready()).status).toBe(200);

  disk.fill();
  clock.advance(1000);
  const refused = await order(buyerId, 'DURING');
  expect(refused).toMatchObject({
    status: 507,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '30' },
    body: {
      type: expect.stringMatching(/\/storage-full$/),
      detail: 'The disk of the server is full, so nothing was stored. Retry once its operator has freed space.',
    },
  });
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'STORAGE_FULL' } });
  expect(await namesOfOrders()).toEqual(before);

  disk.free();
  clock.advance(1000);
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'READY' } });
  // Nothing is left of the refused attempt, not even its key.
  const accepted = await order(buyerId, 'DURING');
  expect(accepted.status).toBe(201);
  expect(accepted.headers['idempotency-replayed']).toBeUndefined();
  expect(new Set(await namesOfOrders())).toEqual(new Set([...before, 'DURING']));
  notices.length = 0;
});

test('the log has one line a minute for all refused writes, with the remedy', async () => {
  const { clock, notices } = started;
  const buyerId = await createBuyer();
  disk.fill();
  const refuse = async (): Promise<void> => {
    for (let count = 0; count < 5; count++) expect((await order(buyerId, `X-${String(count)}`)).status).toBe(507);
  };
  const line = {
    level: 'warn',
    message: `${folder.file('vatmock.db')} could not be written (database or disk is full): free some disk space; completed requests are stored`,
  };
  await refuse();
  expect(notices).toEqual([line]);
  clock.advance(59_999);
  await refuse();
  expect(notices).toEqual([line]);
  clock.advance(1);
  await refuse();
  expect(notices).toEqual([line, line]);
});

test('jobs that fall due on a full disk stop no read', async () => {
  const { api, clock } = started;
  const buyerId = await createBuyer();
  disk.fill();
  clock.advance(3_600_000);
  for (let count = 0; count < 2; count++)
    expect((await api.get(`/partners/${SELLER}/buyers/${buyerId}`)).status).toBe(200);
});
