import { afterEach, expect, test } from '@jest/globals';
import type { components } from '../../../src/generated/admin-types.ts';
import { systemClock } from '../../../src/edges/system/time.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { ORDERS, newOrder } from '../../support/sample-order.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

type ServerList = components['schemas']['ServerList'];

const AS = 'api-client-enterprise';

describePostgres('servers on one database', (database) => {
  const { start } = closedBy(afterEach);
  const startAll = async (count: number, databaseUrl = database.freshUrl()): Promise<StartedMock[]> => {
    const all: StartedMock[] = [];
    // By real time: others take over what has been due for a second.
    while (all.length < count) all.push(await start({ databaseUrl, clock: systemClock }));
    return all;
  };
  const read = async (by: StartedMock): Promise<ServerList> =>
    (await createAdminClient(by)('GET', '/servers')).body as ServerList;
  /** Asks again until it is so: heartbeats take a second each. */
  const until = async (by: StartedMock, isSo: (list: ServerList) => boolean): Promise<ServerList> => {
    for (;;) {
      const list = await read(by);
      if (isSo(list)) return list;
    }
  };
  let orders = 0;
  const order = async ({ api }: StartedMock): Promise<number> => {
    const headers = { 'idempotency-key': `order-${String(orders++)}` };
    return (await api.post(ORDERS, newOrder(), { as: AS, headers })).status;
  };

  test('each tells of all, and which of them it is', async () => {
    const all = await startAll(3);
    const ids = new Set<string>();
    for (const one of all) {
      const { store, data } = await until(one, ({ data: seen }) => seen.length === 3);
      expect(store).toBe('POSTGRESQL');
      expect(data.map(({ state }) => state)).toEqual(['SERVING', 'SERVING', 'SERVING']);
      expect(data.filter(({ isThis }) => isThis)).toHaveLength(1);
      expect(data.every(({ load }) => load !== null)).toBe(true);
      ids.add(data.find(({ isThis }) => isThis)!.id);
    }
    expect(ids.size).toBe(3);
    await all[2]!.stop();
    await until(all[0]!, ({ data }) => data.length === 2);
  });

  test('what another version tells is not guessed at; one that is silent is shown', async () => {
    const url = database.freshUrl();
    const [first] = (await startAll(1, url)) as [StartedMock];
    expect(await order(first)).toBe(201);
    const now = systemClock.now();
    const insert = (id: string, seenAt: number, facts: string) =>
      database.query(
        `INSERT INTO ${database.schemaOf(url)}.replicas (id, version, since, seen_at, facts) VALUES ($1, '0.0.9', $2, $3, $4)`,
        [id, now - 60_000, seenAt, facts],
      );
    const [former, silent] = ['5f0c7c0e-5b1f-4c53-9d0a-0f6c1f7f2a11', 'c1a0a6de-3f65-4a5c-8a86-64c9f7a3b0d2'];
    await insert(former, now, '{}');
    await insert(silent, now - 20_000, '{}');
    const { data } = await read(first);
    expect(data.find(({ id }) => id === former)).toMatchObject({
      version: '0.0.9',
      host: null,
      load: null,
      state: 'SERVING',
    });
    expect(data.find(({ id }) => id === silent)).toMatchObject({ state: 'SILENT' });
  });
});
