import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SELLER } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const BUYER = `/partners/${SELLER}/buyers/5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254`;

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

const currentVersion = async (): Promise<number> => Number((await started.api.get(BUYER)).body.version);

const change = (ifMatch: string | undefined) =>
  started.api.patch(BUYER, { companyName: 'Autohandel Kowalski S.A.' }, { headers: { 'if-match': ifMatch } });

test('the ETag is the version in double quotes, on reads and on writes', async () => {
  for (const { body, headers } of [await started.api.get(BUYER), await change(undefined)])
    expect(headers['etag']).toBe(`"${String(body.version)}"`);
});

describe('If-Match', () => {
  test('of the current version lets the change through, in every form', async () => {
    const version = String(await currentVersion());
    for (const header of [`"${version}"`, '*', `"999", "${version}"`, version])
      expect([header, (await change(header)).status]).toEqual([header, 200]);
  });

  test('of another version is 409 with the current resource', async () => {
    const version = String(await currentVersion());
    for (const header of ['"999"', `W/"${version}"`, '"998", "999"']) {
      const { status, body } = await change(header);
      expect([header, status, body.type]).toEqual([header, 409, `${started.mock.url}/problems/version-mismatch`]);
      expect(body.currentResource).toMatchObject({ version: Number(version), uuid: expect.any(String) });
      expect(body.detail).toContain(`"${version}"`);
    }
  });

  test('that is no list of entity tags is malformed', async () => {
    expect((await change('"3')).status).toBe(400);
  });

  test('is compared for documents too', async () => {
    const path = '/documents/60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a';
    const { headers } = await started.api.get(path);
    const archive = (ifMatch: string) =>
      started.api.patch(path, { status: 'ARCHIVED' }, { headers: { 'if-match': ifMatch } });
    expect((await archive(headers['etag'] ?? '')).status).toBe(200);
    expect((await archive('"77"')).status).toBe(409);
  });
});

describe('If-None-Match', () => {
  test('of what the client holds is 304 without a body', async () => {
    const { headers } = await started.api.get(BUYER);
    const etag = headers['etag'] ?? '';
    for (const header of [etag, `W/${etag}`, `"999", ${etag}`, '*']) {
      const answer = await started.api.get(BUYER, { headers: { 'if-none-match': header } });
      expect([header, answer.status, answer.text, answer.headers['etag']]).toEqual([header, 304, '', etag]);
    }
  });

  test('of something else is a read like any other', async () => {
    for (const header of ['"999"', 'nonsense"']) {
      const { status } = await started.api.get(BUYER, { headers: { 'if-none-match': header } });
      expect([header, status]).toEqual([header, 200]);
    }
  });
});
