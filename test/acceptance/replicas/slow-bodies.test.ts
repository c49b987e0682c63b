import { afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';

const ORDERS = `/partners/${SELLER}/orders`;
const ALL = '/orders';

describePostgres('a body that arrives slowly', (database) => {
  const connections: RawConnection[] = [];
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.destroy();
  });
  const { start } = closedBy(afterEach);

  test('keeps no one else from the sandbox, and no connection from the database; it is accepted in the end', async () => {
    const one = await start({ databaseUrl: database.freshUrl(), databaseConnections: 2 });
    const { mock } = one;
    const token = await mock.token();
    const get = async (path: string) =>
      fetch(`${mock.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    await get('/me');

    const body = JSON.stringify(sampleOrder());
    const { pathname } = new URL(mock.baseUrl);
    // More than there are connections to the database.
    for (let i = 0; i < 3; i++) {
      const connection = await openRaw(mock.url);
      connections.push(connection);
      await connection.send(
        toHead(`POST ${pathname}${ORDERS}`, {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': body.length,
          'idempotency-key': `slow-${String(i)}`,
        }) + body.slice(0, 10),
      );
    }
    expect((await get(ALL)).status).toBe(200);

    const answers = await Promise.all(
      connections.map(async (connection) => {
        await connection.send(body.slice(10));
        return connection.answer();
      }),
    );
    // The same order under three keys is created once.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const created = new Set(answers.map(({ body: answered }) => (answered as { readonly uuid?: string }).uuid));
    expect(created.size).toBe(1);
  });
});
