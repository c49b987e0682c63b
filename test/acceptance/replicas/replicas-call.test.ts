import { afterEach, expect, test } from '@jest/globals';
import type { components } from '../../../src/generated/admin-types.ts';
import type { MockOptions } from '../../../src/index.ts';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { ORDERS, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { type AdminClient, createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';

type ServerList = components['schemas']['ServerList'];

const OPERATOR = 'the-operator-of-this-server';
const AS = 'api-client-enterprise';

const opened = closedBy(afterEach);
const start = async (options?: MockOptions): Promise<{ one: StartedMock; admin: AdminClient }> => {
  const one = await opened.start({ data: undefined, ...options });
  return { one, admin: createAdminClient(one) };
};
const read = async (admin: AdminClient): Promise<ServerList> => (await admin('GET', '/servers')).body as ServerList;

test('a server on its own tells of itself', async () => {
  const { one, admin } = await start();
  await one.api.post(ORDERS, newOrder(), { as: AS });
  const { store, data, dueWork } = await read(admin);
  expect([store, dueWork]).toEqual(['MEMORY', { sandboxes: 0, oldestSeconds: null }]);
  expect(data).toEqual([expect.objectContaining({ isThis: true, state: 'SERVING', silentSeconds: 0 })]);
  const [{ load } = { load: null }] = data;
  // The order; the call itself does not count.
  expect(load).toMatchObject({
    ...{ requestsLastMinute: 1, requestsInProgress: 0, openStreams: 0, deliveriesInProgress: 0 },
    sandboxesInMemory: 1,
  });
  expect(load?.memory.used).toBeLessThan(load?.memory.limit ?? 0);
});

test('streams are counted', async () => {
  const { one, admin } = await start();
  const stream = await listenToStream(`${one.mock.url}/__admin/stream`);
  expect((await read(admin)).data[0]?.load?.openStreams).toBe(1);
  stream.leave();
});

test('a data folder is told apart', async () => {
  const temp = await createTempFolder({});
  const { one, admin } = await start({ data: temp.file('data') });
  expect((await read(admin)).store).toBe('SQLITE');
  await one.stop();
  await temp.remove();
});

test('in hosted mode it is for the operator only', async () => {
  const { admin } = await start({ mode: 'hosted', adminToken: OPERATOR });
  const token = await tokenOf(await createSandbox(admin, {}, { token: OPERATOR }));
  expect((await admin('GET', '/servers')).status).toBe(401);
  expect((await admin('GET', '/servers', { token })).status).toBe(403);
  expect((await admin('GET', '/servers', { token: OPERATOR })).status).toBe(200);
});
