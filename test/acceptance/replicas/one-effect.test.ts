import { afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { ORDERS, SELLER, sampleOrder } from '../../support/sample-order.ts';
import type { StartedMock } from '../../support/start-mock.ts';

describePostgres('three servers on one database, asked in turn', (database) => {
  const { start } = closedBy(afterEach);
  const startThree = async (): Promise<(number: number) => StartedMock> => {
    const databaseUrl = database.freshUrl();
    // One clock for all: their windows begin at the same time.
    const servers = [await start({ databaseUrl }), await start({ databaseUrl }), await start({ databaseUrl })];
    return (number) => servers[number % 3]!;
  };

  test('three hundred requests over fifty keys make fifty orders', async () => {
    const serverOf = await startThree();
    let next = 0;
    const made = new Set<string>();
    const statuses = new Set<number>();
    const send = async (): Promise<void> => {
      while (next < 300) {
        const number = next++;
        const key = `key-${String(number % 50)}`;
        const headers = { 'idempotency-key': key };
        const { api } = serverOf(number);
        const answer = await api.post(ORDERS, sampleOrder({ externalOrderId: key }), {
          as: 'api-client-enterprise',
          headers,
        });
        statuses.add(answer.status);
        made.add(answer.body.uuid as string);
      }
    };
    await Promise.all(Array.from({ length: 8 }, send));
    expect([...statuses]).toEqual([201]);
    expect(made.size).toBe(50);
  });

  test('a budget is one budget: 70 writes of a minute pass, whoever is asked', async () => {
    const serverOf = await startThree();
    const statuses: number[] = [];
    for (let number = 0; number < 75; number++) {
      const order = sampleOrder({ externalOrderId: `O-${String(number)}` });
      statuses.push((await serverOf(number).api.post(`/partners/${SELLER}/orders`, order)).status);
    }
    expect(statuses.indexOf(429)).toBe(70);
    expect(new Set(statuses.slice(70))).toEqual(new Set([429]));
  });
});
