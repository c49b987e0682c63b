import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runCommand, runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { sampleOrder, SELLER } from '../../support/sample-order.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

const { folderOf, start } = closedBy(afterEach);

const OPERATOR = 'the-operator-of-this-server';

let folder: TempFolder;
let started: StartedMock;
beforeEach(async () => {
  folder = await folderOf({ 'restored/note.txt': '' });
  started = await start({ data: folder.file('data') });
});

const createOrders = async (from: number, to: number): Promise<void> => {
  for (let n = from; n < to; n++) {
    const { status } = await started.api.post(
      `/partners/${SELLER}/orders`,
      sampleOrder({ externalOrderId: `B-${String(n)}` }),
    );
    expect(status).toBe(201);
  }
};

const listOrders = async (): Promise<string> => (await started.api.get('/orders?size=100')).text;

test('vatmock backup saves what there is while requests go on, and a server starts with it', async () => {
  await createOrders(0, 10);
  const before = await listOrders();
  const target = folder.file('backup.db');
  const [{ code, stdout, stderr }] = await Promise.all([
    runCommand(['backup', target, '--url', started.mock.url]),
    listOrders(),
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`${target} contains all data`);
  expect(statSync(target).mode & 0o777).toBe(0o600);
  await createOrders(10, 12);
  expect(readdirSync(folder.file('data')).filter((name) => name.includes('backup'))).toEqual([]);

  await started.stop();
  copyFileSync(target, folder.file('restored/vatmock.db'));
  started = await start({ data: folder.file('restored') });
  expect(await listOrders()).toBe(before);
});

test('a file that exists is not overwritten', async () => {
  const target = folder.file('backup.db');
  writeFileSync(target, 'mine');
  const { code, stderr } = await runHere(['backup', target, '--url', started.mock.url]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `vatmock: ${target} exists: choose another name\n` });
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('a server without a data folder says so', async () => {
  const other = await start({ data: undefined });
  const { code, stderr } = await runHere(['backup', folder.file('none.db'), '--url', other.mock.url]);
  expect(code).toBe(1);
  expect(stderr).toContain('start it with --data FOLDER');
});

test('only the operator of a hosted server may take a backup', async () => {
  const hosted = await start({ mode: 'hosted', adminToken: OPERATOR, data: folder.file('hosted') });
  const admin = createAdminClient(hosted);
  expect((await admin('GET', '/backup')).status).toBe(401);
  const { body } = await admin('POST', '/sandboxes', { token: OPERATOR, body: { name: 'One' } });
  const token = await hosted.mock.token(String(body.clientId));
  expect((await admin('GET', '/backup', { token })).status).toBe(403);
  const answer = await fetch(`${hosted.mock.url}/__admin/backup`, { headers: { authorization: `Bearer ${OPERATOR}` } });
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 15)).toBe('SQLite format 3');
});
