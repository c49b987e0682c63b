/** What former releases have written is read: see CHANGELOG.md. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { ANSWERS, type Answers, CAPSULE, DATABASE, SCENARIO, STATE, folderOf, readAll } from './release.ts';

const RELEASES = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

test('there is one', () => {
  expect(RELEASES).toContain('0.1.0');
});

describe.each(RELEASES)('of %s', (version) => {
  const read = async (name: string): Promise<Buffer> => gunzipSync(await readFile(path.join(folderOf(version), name)));
  const text = async (name: string): Promise<string> => (await read(name)).toString();

  const { start, ...opened } = closedBy(afterEach);
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await opened.folderOf({
      'data/vatmock.db': '',
      'capsule.json': await text(CAPSULE),
      'scenario.yaml': await text(SCENARIO),
    });
  });

  test('a data folder answers as it did, also what is sent once more', async () => {
    await writeFile(folder.file('data/vatmock.db'), await read(DATABASE));
    const started = await start({ data: folder.file('data') });
    expect(await readAll(started)).toMatchObject(JSON.parse(await text(ANSWERS)) as Answers);
    expect((await createAdminClient(started)('POST', '/state/snapshots/before/restore')).status).toBe(200);
    expect((await started.api.get('/orders')).text).not.toContain('RELEASE-1');
  });

  test('an exported state, a capsule and a scenario are read', async () => {
    const started = await start();
    const admin = createAdminClient(started);
    expect((await admin('PUT', '/state', { body: await text(STATE) })).status).toBe(200);
    expect((await started.api.get('/orders')).text).toContain('RELEASE-1');
    expect(await runHere(['capsule', 'replay', folder.file('capsule.json')])).toMatchObject({ code: 0 });
    expect(await runHere(['validate', folder.file('scenario.yaml')])).toMatchObject({ code: 0 });
  });
});
