import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from '@jest/globals';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const { folderOf, start } = closedBy(afterEach);

test('once its folder has been removed, nothing is said to be stored, and the log says what to do', async () => {
  const folder = await folderOf();
  const { api, mock, notices } = await start({ data: folder.path });
  const order = () => api.post(`/partners/${SELLER}/orders`, newOrder());
  expect((await order()).status).toBe(201);
  await rm(folder.path, { recursive: true });
  expect(await order()).toMatchObject({ status: 503 });
  expect((await fetch(`${mock.url}/__admin/ready`)).status).toBe(503);
  expect((await api.get('/me')).status).toBe(200);
  expect(notices.splice(0).map(({ message }) => message)).toEqual([
    expect.stringMatching(/vatmock\.db was removed or replaced .*: put it back, or start/),
    'the data cannot be written: the server is not ready until it can',
  ]);
});
