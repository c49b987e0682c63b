import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

/**
 * The data file of version 0.1.0, format 1: a created sandbox, and a buyer that its client has created. Never replace
 * it: add the file of each later format instead.
 */
const FORMER = fileURLToPath(new URL('vatmock-format-1.db.gz', import.meta.url));
const CLIENT = { id: 'api-client-sb-f2w4b8jgb2ws4cwq', secret: 'm54rkVCyPc5M5FMQLAfst4EoAffsRCgu' };
const BUYER = '/partners/ec0c5883-e956-4067-9100-e9d43f405f83/buyers/e6a0c65d-8114-41c5-b352-70de6ba0d4dd';

let folder: TempFolder;
let started: StartedMock;
beforeEach(async () => {
  folder = await createTempFolder({ 'data/vatmock.db': '' });
  writeFileSync(folder.file('data/vatmock.db'), gunzipSync(readFileSync(FORMER)));
  started = await startMock({ data: folder.file('data') });
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

const readBuyer = async () => {
  const form = { grant_type: 'client_credentials', client_id: CLIENT.id, client_secret: CLIENT.secret };
  const granted = await fetch(started.mock.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const answer = await fetch(started.mock.baseUrl + BUYER, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as object };
};

test('a data folder of the former version opens with everything in it, and opens again', async () => {
  const first = await readBuyer();
  expect(first).toMatchObject({
    status: 200,
    body: { vatNumber: 'DE100000001', companyName: 'Autohaus Beispiel GmbH' },
  });
  await started.stop();
  // What this version has written is a folder of its own.
  mkdirSync(folder.file('again'));
  copyFileSync(folder.file('data/vatmock.db'), folder.file('again/vatmock.db'));
  started = await startMock({ data: folder.file('again') });
  expect(await readBuyer()).toEqual(first);
});
