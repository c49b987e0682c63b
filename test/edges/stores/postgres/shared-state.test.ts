import { afterEach, expect, test } from '@jest/globals';
import { type Postgres, openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { createPostgresCounters, tidyCounters } from '../../../../src/edges/stores/postgres/postgres-counters.ts';
import { createPostgresSessions } from '../../../../src/edges/stores/postgres/postgres-sessions.ts';
import { MINUTE } from '../../../../src/engine/rate-limiting/counters.ts';
import { createClientDirectory, digestOf } from '../../../../src/identity/client-directory.ts';
import type { Organization } from '../../../../src/identity/organization.ts';
import { createRandom } from '../../../../src/kernel/random.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const HOUR = 3_600_000;

describePostgres('what processes share beside sandboxes', (server) => {
  const opened: Postgres[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  const open = async (url: string): Promise<Postgres> => {
    const database = await openPostgres(url);
    opened.push(database);
    return database;
  };

  test('two processes count together, and admit no more than the limit', async () => {
    const url = server.freshUrl();
    const clock = createTestClock();
    const counters = await Promise.all(
      [1, 2].map(async () =>
        createPostgresCounters({ database: await open(url), now: clock.now })({ name: 'n', limit: 5, window: MINUTE }),
      ),
    );
    const waits = await Promise.all(Array.from({ length: 20 }, async (_, index) => counters[index % 2]!.take('a')));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([undefined, MINUTE]));
    await counters[0]!.giveBack('a');
    expect([await counters[1]!.waitOf('a'), await counters[1]!.take('a'), await counters[0]!.waitOf('a')]).toEqual([
      0,
      undefined,
      MINUTE,
    ]);
    clock.advance(MINUTE);
    expect([await counters[0]!.waitOf('a'), await counters[0]!.take('a', 5), await counters[1]!.take('a')]).toEqual([
      0,
      undefined,
      MINUTE,
    ]);
    clock.advance(MINUTE);
    await tidyCounters({ database: opened[0]!, now: clock.now });
    expect(await server.query(`SELECT count(*)::int AS left FROM ${server.schemaOf(url)}.counters`)).toEqual([
      { left: 0 },
    ]);
  });

  const organization = {
    uuid: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31',
    sandbox: 'demo',
    clients: [{ clientId: 'one', clientSecret: 'secret', enabled: true }],
  } as unknown as Organization;

  const openTwo = async () => {
    const url = server.freshUrl();
    const clock = createTestClock();
    const clients = createClientDirectory({
      organizations: [organization],
      clockOf: () => clock,
      random: createRandom('clients'),
    });
    const timers: (() => void)[] = [];
    const sessions = await Promise.all(
      ['one', 'other'].map(async (name) =>
        createPostgresSessions({
          database: await open(url),
          clients,
          random: createRandom(name),
          clock,
          after: (_milliseconds, task) => {
            timers.push(task);
            return { cancel: () => undefined };
          },
        }),
      ),
    );
    return { clock, clients, timers, one: sessions[0]!, other: sessions[1]! };
  };

  const aborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });

  test('a session is one of both processes, and its end on one ends what goes on at the other', async () => {
    const { timers, one, other } = await openTwo();
    const secret = await one.open({ kind: 'operator' });
    const found = await other.find(secret);
    expect(found).toMatchObject({ user: { kind: 'operator' }, endsIn: 8 * HOUR });
    const end = found!.end();
    await one.end(secret);
    expect(await other.find('another')).toBeUndefined();
    timers.shift()?.();
    await aborted(end);
    expect(await other.find(secret)).toBeUndefined();
  });

  test('a session ends when it is not used, and with its client', async () => {
    const { clock, clients, one, other } = await openTwo();
    const [idle, ofClient] = [
      await one.open({ kind: 'operator' }),
      await one.open({ kind: 'client', clientId: 'one' }),
    ];
    clock.advance(8 * HOUR - 1);
    expect(await other.find(ofClient)).toMatchObject({ user: { clientId: 'one' } });
    clock.advance(1);
    expect(await one.find(idle)).toBeUndefined();
    expect(await one.find(ofClient)).toBeDefined();
    clients.setSecrets('one', { current: digestOf('another secret') });
    expect(await one.find(ofClient)).toBeUndefined();
  });

  test('the sessions of a link end together, and an owner has no more than its number', async () => {
    const { one, other, clock } = await openTwo();
    const visitor = (link: string) =>
      ({
        kind: 'visitor',
        sandbox: 'demo',
        permission: 'watch',
        visit: link,
        link: { id: link, name: 'Ada' },
      }) as const;
    const [mine, yours] = [await one.open(visitor('vl_1')), await one.open(visitor('vl_2'))];
    await other.endAllOf('vl_1');
    expect([await one.find(mine), (await one.find(yours))?.user.kind]).toEqual([undefined, 'visitor']);
    const operators: string[] = [];
    for (let count = 0; count < 21; count++) {
      clock.advance(1);
      operators.push(await one.open({ kind: 'operator' }));
    }
    expect(await other.find(operators[0]!)).toBeUndefined();
    expect(await other.find(operators[1]!)).toBeDefined();
  });
});
