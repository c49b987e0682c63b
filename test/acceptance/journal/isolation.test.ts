import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { startedBy } from '../../support/started-by.ts';
import {
  createAdminClient,
  createSandbox,
  fetchToken,
  type NewSandbox,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

describe('among strangers', () => {
  const started = startedBy(beforeAll, afterAll, { mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);
  let one: NewSandbox;
  let other: NewSandbox;
  let tokens: readonly [string, string];
  const me = (token: string) => started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
  beforeAll(async () => {
    one = await createSandbox(admin, {}, BY_OPERATOR);
    other = await createSandbox(admin, {}, BY_OPERATOR);
    tokens = [await tokenOf(one), await tokenOf(other)];
  });

  test('each sees its own exchanges, coverage and findings, and what belongs to nobody is seen by nobody', async () => {
    const [mine, theirs] = tokens;
    const answer = await me(mine);
    for (let i = 0; i < 4; i++) await me(theirs);
    await started.api.get('/me', { as: null });
    const of = (token: string) => ({ token });
    const list = succeed(await admin('GET', '/requests', of(mine))).body.data;
    expect(list.map(({ clientId }: { clientId: string }) => clientId)).toEqual([one.clientId, one.clientId]);
    expect(list.map(({ status }: { status: number }) => status)).toEqual([200, 200]);
    const id = answer.headers['x-mock-request-id'] ?? '';
    expect((await admin('GET', `/requests/${id}`, of(mine))).status).toBe(200);
    expect((await admin('GET', `/requests/${id}`, of(theirs))).status).toBe(404);
    expect(
      (await admin('POST', '/requests/find', { ...of(theirs), body: { clientId: one.clientId } })).body.count,
    ).toBe(0);
    const after = await admin('POST', '/requests/find', { ...of(theirs), body: { after: id } });
    expect(after.status).toBe(422);
    expect((await admin('GET', '/coverage', of(mine))).body.exchanges).toBe(2);
    expect((await admin('GET', '/findings', of(mine))).body.data).toEqual([]);
    expect((await admin('GET', '/findings', of(theirs))).body.data).toMatchObject([
      { rule: 'fresh-answer-asked-again' },
    ]);
    await admin('DELETE', '/requests', of(theirs));
    expect((await admin('GET', '/requests', of(mine))).body.data).toHaveLength(2);
    expect((await admin('GET', '/requests.har', of(theirs))).body.log.entries).toEqual([]);
  });

  test('a refused token request is nobody’s: whoever knows a client id could send it', async () => {
    const before = (await admin('GET', '/requests', { token: tokens[0] })).body.data.length as number;
    await fetchToken({ ...one, clientSecret: 'wrong' });
    expect((await admin('GET', '/requests', { token: tokens[0] })).body.data).toHaveLength(before);
  });

  test('nor can a token of one’s own making put something into another’s journal', async () => {
    const before = (await admin('GET', '/requests', { token: tokens[0] })).body.data.length as number;
    const [head, payload] = tokens[0].split('.');
    await me(`${head ?? ''}.${payload ?? ''}.AAAA`);
    expect((await admin('GET', '/requests', { token: tokens[0] })).body.data).toHaveLength(before);
  });

  test('whoever listens to a sandbox that is dropped is sent away, and the next one begins with nothing', async () => {
    const third = await createSandbox(admin, {}, BY_OPERATOR);
    const token = await tokenOf(third);
    const stream = await listenToStream(`${started.mock.url}/__admin/stream`, { authorization: `Bearer ${token}` });
    await admin('DELETE', `/sandboxes/${third.id}`, BY_OPERATOR);
    await stream.ended;
    expect(stream.messages.map(({ event }) => event)).toEqual(['listening', 'closed']);
  });
});
