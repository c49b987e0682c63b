import { afterEach, describe, expect, test } from '@jest/globals';
import type { StartedMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';
import { closedBy } from '../../support/closed-by.ts';

const me = async ({ api }: StartedMock, token: string) =>
  api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });

const { folderOf, start } = closedBy(afterEach);

describe('a rotation of the signing key', () => {
  test('leaves tokens that are out valid until its window ends', async () => {
    const one = await start();
    const admin = createAdminClient(one);
    const former = await one.mock.token();
    // The sandbox stands still, so that only the end of the key can end the token.
    succeed(await admin('POST', '/clock/freeze'));
    const answer = succeed(await admin('POST', '/signing-keys/rotate', { body: { window: 'PT1H' } }));
    expect(answer.body.data).toEqual([
      { kid: expect.any(String), signs: true, endsAt: null },
      { kid: expect.any(String), signs: false, endsAt: new Date(one.clock.now() + 3_600_000).toISOString() },
    ]);
    expect((await me(one, former)).status).toBe(200);
    one.clock.advance(3_600_000);
    const refused = await me(one, former);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('signed with a key that has been replaced: request a new one');
    expect((await me(one, await one.mock.token())).status).toBe(200);
    expect(succeed(await admin('GET', '/signing-keys')).body.data).toHaveLength(1);
  });

  test('is for the operator alone', async () => {
    const one = await start({ mode: 'hosted', adminToken: 'the-operator-of-this-server' });
    const admin = createAdminClient(one);
    const token = await tokenOf(await createSandbox(admin, {}, { token: 'the-operator-of-this-server' }));
    expect((await admin('POST', '/signing-keys/rotate', { token })).status).toBe(403);
    expect((await admin('GET', '/signing-keys', { token })).status).toBe(403);
    expect((await admin('POST', '/signing-keys/rotate')).status).toBe(401);
  });
});

test('with a data folder a rotated key, and the tokens of the former one, survive a restart', async () => {
  const folder = await folderOf();
  const first = await start({ data: folder.path });
  const former = await first.mock.token();
  const rotated = succeed(await createAdminClient(first)('POST', '/signing-keys/rotate')).body.data as object[];
  const later = await first.mock.token();
  await first.stop();
  const second = await start({ data: folder.path });
  expect(succeed(await createAdminClient(second)('GET', '/signing-keys')).body.data).toEqual(rotated);
  expect([(await me(second, former)).status, (await me(second, later)).status]).toEqual([200, 200]);
});
