import { expect, test } from '@jest/globals';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { runPostgres } from '../../support/postgres/run-postgres.ts';
import { ORDERS, newOrder } from '../../support/sample-order.ts';
import { startMock } from '../../support/start-mock.ts';

const AS = 'api-client-enterprise';

// A server of its own, which may be halted.
describePostgres('while the database is away', () => {
  test('requests get 503 and when to come again; then everything continues', async () => {
    const database = await runPostgres();
    const started = await startMock({ databaseUrl: database.url });
    try {
      const before = await started.api.post(ORDERS, newOrder(), { as: AS });
      expect(before.status).toBe(201);
      await database.halt();
      const headers = { 'idempotency-key': 'kept' };
      const order = newOrder();
      const refused = await started.api.post(ORDERS, order, { as: AS, headers });
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      expect(refused.body.detail).toMatch(/cannot reach its database/);
      await database.resume();
      expect((await started.api.post(ORDERS, order, { as: AS, headers })).status).toBe(201);
      const { uuid } = before.body as { readonly uuid: string };
      expect((await started.api.get(`${ORDERS}/${uuid}`, { as: AS })).status).toBe(200);
      started.failures.splice(0);
    } finally {
      await started.stop();
      await database.stop();
    }
  });

  test('one that stands still with its connections open is away, too', async () => {
    const database = await runPostgres();
    const started = await startMock({ databaseUrl: database.url });
    try {
      const headers = { 'idempotency-key': 'kept' };
      const order = newOrder();
      expect((await started.api.post(ORDERS, newOrder(), { as: AS })).status).toBe(201);
      await database.freeze();
      const waiting = [1, 2, 3].map(() => started.api.post(ORDERS, newOrder(), { as: AS }));
      for (const refused of await Promise.all(waiting))
        expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      await database.thaw();
      let answer = await started.api.post(ORDERS, order, { as: AS, headers });
      // Until the server has noticed.
      while (answer.status === 503) answer = await started.api.post(ORDERS, order, { as: AS, headers });
      expect(answer.status).toBe(201);
      started.failures.splice(0);
    } finally {
      await database.thaw();
      await started.stop();
      await database.stop();
    }
  });
});
