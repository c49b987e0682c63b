import { afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { type AdminClient, createAdminClient, succeed } from '../control-api/admin-client.ts';

interface Key {
  readonly kid: string;
  readonly signs: boolean;
  readonly endsAt: string | null;
}

describePostgres('the signing keys of two servers on one database', (database) => {
  const { start } = closedBy(afterEach);
  const startTwo = async () => {
    const databaseUrl = database.freshUrl();
    // At once: both find no key, and draw one.
    const two = await Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
    const [first, second] = two.map((one) => ({ one, admin: createAdminClient(one) })) as [Server, Server];
    return { first, second, schema: database.schemaOf(databaseUrl) };
  };
  interface Server {
    readonly one: StartedMock;
    readonly admin: AdminClient;
  }
  const keysOf = async ({ admin }: Server): Promise<readonly Key[]> =>
    succeed(await admin('GET', '/signing-keys')).body.data as readonly Key[];
  const rotate = async ({ admin }: Server, body?: object): Promise<readonly Key[]> =>
    succeed(await admin('POST', '/signing-keys/rotate', body && { body })).body.data as readonly Key[];
  const published = async ({ one }: Server): Promise<readonly string[]> => {
    const answer = await fetch(one.mock.tokenUrl.replace(/token$/, 'certs'));
    return ((await answer.json()) as { readonly keys: readonly Key[] }).keys.map(({ kid }) => kid);
  };
  const me = async ({ one }: Server, token: string) =>
    (await one.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } })).status;

  test('are the same, although both drew one at their start', async () => {
    const { first, second } = await startTwo();
    expect(await keysOf(first)).toEqual(await keysOf(second));
    expect(await keysOf(first)).toHaveLength(1);
  });

  test('a rotation on one is one on the other at once, and tokens of both keys are accepted by both', async () => {
    const { first, second, schema } = await startTwo();
    const former = await second.one.mock.token();
    expect([await me(first, former), await me(second, former)]).toEqual([200, 200]);
    const rotated = await rotate(first);
    expect(rotated.map(({ signs }) => signs)).toEqual([true, false]);
    expect(await keysOf(second)).toEqual(rotated);
    expect(await published(second)).toEqual(rotated.map(({ kid }) => kid));
    const later = await second.one.mock.token();
    for (const token of [former, later]) expect([await me(first, token), await me(second, token)]).toEqual([200, 200]);
    // Nobody can sign with a key that was replaced.
    const documents = `SELECT id, value::jsonb AS value FROM ${schema}.documents WHERE collection = 'signing-keys'`;
    const stored = await database.query(documents);
    expect(stored.map(({ id, value }) => [id, JSON.stringify(value).includes('"d":')]).sort()).toEqual([
      ['current', true],
      ['former', false],
    ]);
  });

  test('without a window, tokens of the former key end at once on both', async () => {
    const { first, second } = await startTwo();
    const former = await first.one.mock.token();
    expect([await me(first, former), await me(second, former)]).toEqual([200, 200]);
    await rotate(second, { window: 'PT0S' });
    expect([await me(first, former), await me(second, former)]).toEqual([401, 401]);
    expect(await me(second, await first.one.mock.token())).toBe(200);
  });

  test('two that rotate at once end with the same keys, and refuse no token', async () => {
    const { first, second } = await startTwo();
    const tokens = [await first.one.mock.token(), await second.one.mock.token()];
    await Promise.all([rotate(first), rotate(second)]);
    const keys = await keysOf(first);
    expect(keys).toEqual(await keysOf(second));
    expect(keys.map(({ signs }) => signs)).toEqual([true, false, false]);
    tokens.push(await first.one.mock.token(), await second.one.mock.token());
    for (const token of tokens) expect([await me(first, token), await me(second, token)]).toEqual([200, 200]);
  });
});
