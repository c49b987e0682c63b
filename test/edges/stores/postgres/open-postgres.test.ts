import { afterEach, expect, test } from '@jest/globals';
import {
  type Postgres,
  type PostgresOptions,
  openPostgres,
} from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { codeOf } from '../../../../src/edges/stores/postgres/postgres-errors.ts';
import { statement } from '../../../../src/edges/stores/postgres/pipeline.ts';
import { StoreError } from '../../../../src/engine/sandbox/store.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { holdConnection } from '../../../support/stores/hold-connection.ts';

const opened: Postgres[] = [];
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close();
});

const open = async (url: string, options?: PostgresOptions): Promise<Postgres> => {
  const postgres = await openPostgres(url, options);
  opened.push(postgres);
  return postgres;
};

const BEGIN = statement('BEGIN');
const COMMIT = statement('COMMIT');

for (const way of ['postgres', 'pgbouncer'] as const)
  describePostgres(
    'a pool of connections',
    (database) => {
      const count = async ({ pipelined, table }: Postgres): Promise<number> => {
        const [rows] = await pipelined([
          statement<{ count: number }>(`SELECT count(*) AS count FROM ${table('sandboxes')}`),
        ]);
        return rows[0]?.count ?? -1;
      };
      const insert = ({ table }: Postgres, id: string) =>
        statement(`INSERT INTO ${table('sandboxes')} (id, version, used_at) VALUES ($1, 1, 0)`, [id]);

      test('pipelined statements return the rows of each, in order', async () => {
        const { pipelined } = await open(database.freshUrl());
        const bytes = Buffer.from([0, 1, 255]);
        const results = await pipelined([
          statement('SELECT $1::bigint AS number, $2::bytea AS bytes, $3::text AS text', [
            9_007_199_254_740_991,
            bytes,
            null,
          ]),
          statement('SELECT n FROM generate_series(1, 3) n'),
          statement('SELECT 1 WHERE false'),
        ]);
        expect(results).toEqual([
          [{ number: 9_007_199_254_740_991, bytes, text: null }],
          [{ n: 1 }, { n: 2 }, { n: 3 }],
          [],
        ]);
      });

      test('a number that JavaScript cannot hold is refused, and the connection goes on', async () => {
        const { pipelined } = await open(database.freshUrl(), { poolSize: 1 });
        await expect(pipelined([statement('SELECT 9007199254740993::bigint')])).rejects.toThrow(
          '9007199254740993 is too large',
        );
        expect(await pipelined([statement('SELECT 1 AS one')])).toEqual([[{ one: 1 }]]);
      });

      test('in a transaction, an error rejects and undoes everything, and the connection goes on', async () => {
        const postgres = await open(database.freshUrl(), { poolSize: 1 });
        const failing = postgres.pipelined([
          BEGIN,
          insert(postgres, 'a'),
          insert(postgres, 'a'),
          insert(postgres, 'b'),
          COMMIT,
        ]);
        await expect(failing).rejects.toThrow(/duplicate key value .* SQLSTATE 23505/);
        expect(await count(postgres)).toBe(0);
        await postgres.pipelined([BEGIN, insert(postgres, 'a'), COMMIT]);
        expect(await count(postgres)).toBe(1);
      });

      test('COMMIT after an error that nobody minded is an error', async () => {
        const postgres = await open(database.freshUrl());
        const careless = postgres.withClient(async (pipelined) => {
          await pipelined([BEGIN, insert(postgres, 'a')]);
          await pipelined([statement('SELECT 1 / 0')]).catch(() => undefined);
          await pipelined([COMMIT]);
        });
        await expect(careless).rejects.toThrow(/rolled back a transaction, because one of its statements had failed/);
        expect(await count(postgres)).toBe(0);
      });

      test('several statements in one text have the result of the last', async () => {
        const { pipelined } = await open(database.freshUrl());
        const results = await pipelined([
          statement(`BEGIN; SET LOCAL lock_timeout = '1s'`),
          statement(`SELECT current_setting('lock_timeout') AS timeout`),
          statement('SELECT 1 AS one; SELECT 2 AS two'),
          COMMIT,
        ]);
        expect(results).toEqual([[], [{ timeout: '1s' }], [{ two: 2 }], []]);
      });

      test('a transaction that is left open is rolled back before anybody else gets the connection', async () => {
        const postgres = await open(database.freshUrl(), { poolSize: 1 });
        await postgres.withClient((pipelined) => pipelined([BEGIN, insert(postgres, 'a')]));
        await postgres.pipelined([insert(postgres, 'b')]);
        expect(await count(postgres)).toBe(1);
      });

      test('those who wait for a connection get one, or are told that all are in use', async () => {
        const url = new URL(database.freshUrl());
        url.searchParams.set('connect_timeout', '1');
        const postgres = await open(url.href, { poolSize: 1 });
        const first = await holdConnection(postgres);
        const second = holdConnection(postgres);
        first.release();
        const holder = await second;
        const refused = await holdConnection(postgres).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(StoreError);
        expect(refused).toMatchObject({ fault: 'unreachable' });
        expect(String(refused)).toMatch(/has no free connection: .* raise --limits database-connections$/);
        holder.release();
        expect(await count(postgres)).toBe(0);
      });

      test('closing waits for those who hold a connection', async () => {
        const postgres = await openPostgres(database.freshUrl());
        const holder = await holdConnection(postgres);
        const order: string[] = [];
        const closed = postgres.close().then(() => order.push('closed'));
        await holder.pipelined([insert(postgres, 'a')]);
        order.push('worked');
        holder.release();
        await closed;
        expect(order).toEqual(['worked', 'closed']);
        await expect(holdConnection(postgres)).rejects.toThrow();
      });

      test('locks: one waits for the other, and sees what it did', async () => {
        const postgres = await open(database.freshUrl());
        await postgres.pipelined([insert(postgres, 'a')]);
        const lock = statement<{ version: number }>(
          `SELECT version FROM ${postgres.table('sandboxes')} WHERE id = 'a' FOR UPDATE`,
        );
        const raise = statement(`UPDATE ${postgres.table('sandboxes')} SET version = version + 1 WHERE id = 'a'`);
        const seen = await Promise.all(
          Array.from({ length: 10 }, () =>
            postgres.withClient(async (pipelined) => {
              const [, rows] = await pipelined([BEGIN, lock]);
              await pipelined([raise, COMMIT]);
              return rows[0]?.version ?? 0;
            }),
          ),
        );
        expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      });
    },
    way,
  );

describePostgres('opening', (database) => {
  test('the schema is that of the URL, of the options, or vatmock', async () => {
    const url = database.freshUrl();
    const { table } = await open(url, { schema: 'test_other' });
    expect(table('a "b"')).toBe(`"${database.schemaOf(url)}"."a ""b"""`);
  });

  test('connections tell the server who they belong to', async () => {
    const { pipelined } = await open(database.freshUrl(), { applicationName: 'vatmock replica 1' });
    expect(await pipelined([statement(`SELECT current_setting('application_name') AS name`)])).toEqual([
      [{ name: 'vatmock replica 1' }],
    ]);
  });

  test('session parameters of the URL are sent, but search_path, which names the schema', async () => {
    const url = new URL(database.freshUrl());
    const schema = url.searchParams.get('schema') ?? '';
    url.searchParams.delete('schema');
    url.searchParams.set('options', `-c search_path=${schema} -c geqo=off`);
    const { pipelined, table } = await open(url.href);
    expect(table('x')).toBe(`"${schema}"."x"`);
    expect(await pipelined([statement(`SELECT current_setting('geqo') AS geqo`)])).toEqual([[{ geqo: 'off' }]]);
  });

  test('errors keep the one of the driver as their cause', async () => {
    const { pipelined } = await open(database.freshUrl());
    const error = await pipelined([statement('SELECT 1 / 0')]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(codeOf((error as StoreError).cause)).toBe('22012');
  });
});

test('a URL that cannot be read is refused without its password', async () => {
  const error = await openPostgres('postgres://me:sec#ret@db/stub').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain('--database-url: not a PostgreSQL URL');
  expect(String(error)).not.toContain('sec');
});
