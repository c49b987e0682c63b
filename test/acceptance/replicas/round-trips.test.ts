import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../../support/eventually.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import type { StartedMock } from '../../support/start-mock.ts';

const OWN_ORDERS = `/partners/${SELLER}/orders`;

/** What a request of this process asks the database; statements of one round trip are sent in one turn. */
const asked = new AsyncLocalStorage<string[][]>();

beforeEach(() => {
  // Statements of one round trip are sent without a break.
  const query = Reflect.get(Client.prototype, 'query') as (...parts: unknown[]) => unknown;
  let open: string[] | undefined;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function spied(this: Client, ...parts: unknown[]) {
    const trips = asked.getStore();
    if (trips !== undefined) {
      if (open === undefined) {
        open = [];
        trips.push(open);
        queueMicrotask(() => {
          open = undefined;
        });
      }
      open.push(String(parts[0]));
    }
    return query.apply(this, parts) as never;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

describePostgres('a request on PostgreSQL', (database) => {
  const opened = closedBy(afterEach);
  const start = (databaseUrl = database.freshUrl()): Promise<StartedMock> => opened.start({ databaseUrl });
  const send = async ({ mock }: StartedMock, token: string, path: string, body?: object): Promise<string[][]> => {
    const trips: string[][] = [];
    const request = new Request(`${mock.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(body && { 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await asked.run(trips, () => mock.handle(request));
    expect([answer.status, await answer.text()]).toEqual([body === undefined ? 200 : 201, expect.any(String)]);
    return trips;
  };
  const order = (number: number) => sampleOrder({ externalOrderId: `O-${String(number)}` });

  test('costs none if it reads, and one if it writes', async () => {
    const one = await start();
    const token = await one.mock.token();
    await send(one, token, OWN_ORDERS, order(0));
    const written: number[] = [];
    for (let number = 1; number < 6; number++) {
      expect(await send(one, token, '/me')).toEqual([]);
      expect(await send(one, token, `/partners/${SELLER}/buyers`)).toEqual([]);
      written.push((await send(one, token, OWN_ORDERS, order(number))).length);
    }
    // A write that comes together with one of the server's own is in that round trip.
    expect(Math.max(...written)).toBe(1);
  });

  test('costs no more while it is recorded', async () => {
    const databaseUrl = database.freshUrl();
    const [one, other] = [await start(databaseUrl), await start(databaseUrl)];
    const token = await other.mock.token();
    await send(other, token, OWN_ORDERS, order(0));
    expect((await fetch(`${one.mock.url}/__admin/capsule/start`, { method: 'POST' })).status).toBe(200);
    await send(other, token, '/me');
    const written: number[] = [];
    for (let number = 1; number < 4; number++) {
      expect(await send(other, token, '/me')).toEqual([]);
      written.push((await send(other, token, OWN_ORDERS, order(number))).length);
    }
    expect(Math.max(...written)).toBe(1);
  });

  test('costs no more with a token that the server has not seen before', async () => {
    const databaseUrl = database.freshUrl();
    const [one, other] = [await start(databaseUrl), await start(databaseUrl)];
    await send(other, await other.mock.token(), '/me');
    expect(await send(other, await one.mock.token(), '/me')).toEqual([]);
  });

  test('costs more only when the documents of the server have changed', async () => {
    const databaseUrl = database.freshUrl();
    const [one, other] = [await start(databaseUrl), await start(databaseUrl)];
    const token = await other.mock.token();
    await send(other, token, '/me');
    await one.mock.createSandbox();
    expect((await send(other, token, '/me')).length).toBeGreaterThan(0);
    // The database tells of each document by itself, whenever it gets to it.
    await eventually(async () => (await send(other, token, '/me')).length === 0);
    expect(await send(other, token, '/me')).toEqual([]);
  });
});
