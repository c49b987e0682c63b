import { afterEach, expect, test } from '@jest/globals';
import { migrate } from '../../../../src/edges/stores/postgres/migrate.ts';
import { MIGRATIONS, type Migration } from '../../../../src/edges/stores/postgres/migrations.ts';
import { type Postgres, openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { openPostgresStore } from '../../../support/stores/open-postgres-store.ts';
import { statement } from '../../../../src/edges/stores/postgres/pipeline.ts';
import { type TestDatabase, describePostgres } from '../../../support/postgres/describe-postgres.ts';

const opened: Postgres[] = [];
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close();
});

const open = async (url: string): Promise<Postgres> => {
  const postgres = await openPostgres(url);
  opened.push(postgres);
  return postgres;
};

const createsTable = (name: string, oldestProgram: number): Migration => ({
  oldestProgram,
  statements: (table) => [`CREATE TABLE ${table(name)} (id text)`],
});

const FAILS: Migration = {
  oldestProgram: 1,
  statements: (table) => [`CREATE TABLE ${table('half')} (id text)`, 'SELECT 1 / 0'],
};

/** The steps of this program, as its migrations are recorded. */
const KNOWN = MIGRATIONS.map(({ oldestProgram }, index) => ({ version: index + 1, oldest_program: oldestProgram }));

/** The schema that a later release makes of it. */
const NEXT = MIGRATIONS.length + 1;

/** Starts a program that knows these migrations. */
const start = async (url: string, schema: string, migrations: readonly Migration[]): Promise<void> => {
  const { username: user, hostname: host, pathname } = new URL(url);
  const target = { host, port: 5432, database: pathname.slice(1), user, schema };
  const { withClient } = opened[0] ?? (await open(url));
  await withClient(({ pipelined }) => migrate(pipelined, target, migrations));
};

const versionsIn = (database: TestDatabase, url: string) =>
  database.query(`SELECT version, oldest_program FROM ${database.schemaOf(url)}.migrations ORDER BY version`);

/** Each object of a schema with the transaction that wrote it last. */
const stateOf = (database: TestDatabase, schema: string) =>
  database.query(
    `SELECT c.relname, c.oid::text, c.xmin::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 ORDER BY 1`,
    [schema],
  );

for (const way of ['postgres', 'pgbouncer'] as const)
  describePostgres(
    'replicas that start together',
    (database) => {
      test('migrate once', async () => {
        const url = database.freshUrl();
        await Promise.all(Array.from({ length: 5 }, () => open(url)));
        expect(await versionsIn(database, url)).toEqual(KNOWN);
      });

      test('of a new release migrate once', async () => {
        const url = database.freshUrl();
        const schema = database.schemaOf(url);
        await open(url);
        const added = [...MIGRATIONS, createsTable('second', 1), createsTable('third', 1)];
        await Promise.all(Array.from({ length: 5 }, () => start(url, schema, added)));
        expect(await versionsIn(database, url)).toEqual([
          ...KNOWN,
          { version: NEXT, oldest_program: 1 },
          { version: NEXT + 1, oldest_program: 1 },
        ]);
        expect(await database.query(`SELECT * FROM ${schema}.second, ${schema}.third`)).toEqual([]);
      });
    },
    way,
  );

describePostgres('a schema', (database) => {
  test('that the next release has written serves this one too, which leaves it as it is', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await open(url);
    await start(url, schema, [...MIGRATIONS, createsTable('second', MIGRATIONS.length)]);
    const before = await stateOf(database, schema);
    await open(url);
    expect(await stateOf(database, schema)).toEqual(before);
  });

  test('of the release that locked what belongs to no sandbox has all that it had', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await open(database.freshUrl());
    await start(url, schema, MIGRATIONS.slice(0, 6));
    await database.query(
      `INSERT INTO ${schema}.sandboxes (id, version, epoch, floor, used_at) VALUES ('$directory', 7, 1, 0, 0), ('demo', 0, 0, 0, 0)`,
    );
    await database.query(
      `INSERT INTO ${schema}.documents (sandbox, collection, id, position, version, value, keys) VALUES
        ('$directory', 'things', 'a', 1, 6, '{"id":"a"}', '[]'), ('$directory', 'things', 'removed', 2, 7, NULL, NULL),
        ('demo', 'things', 'b', 1, 0, '{"id":"b"}', '[]')`,
    );
    await database.query(
      `INSERT INTO ${schema}.positions VALUES ('$directory', 'things', 2, 7), ('demo', 'things', 1, 0)`,
    );
    const store = await openPostgresStore(url);
    const read = (partition: string) =>
      store.read(partition, (reader) => [
        reader.get('things', 'a'),
        reader.get('things', 'removed'),
        reader.get('things', 'b'),
      ]);
    expect(await read('$directory')).toEqual([{ id: 'a' }, undefined, undefined]);
    expect(await read('demo')).toEqual([undefined, undefined, { id: 'b' }]);
    await store.transact('$directory', (transaction) =>
      transaction.insert('things', ({ position }) => ({ id: 'b', value: { position }, keys: [] })),
    );
    expect(await read('$directory')).toEqual([{ id: 'a' }, undefined, { position: 3 }]);
    await store.close();
  });

  test('that is newer still is refused and left as it is', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await open(url);
    await start(url, schema, [...MIGRATIONS, createsTable('second', 1), createsTable('third', NEXT)]);
    const before = await stateOf(database, schema);
    expect(before.length).toBeGreaterThan(0);
    await expect(openPostgres(url)).rejects.toThrow(
      `schema "${schema}" was written by a newer vatmock (schema version ${String(NEXT + 1)}; this one knows ${String(MIGRATIONS.length)}): update, or choose another schema with --database-schema`,
    );
    expect(await stateOf(database, schema)).toEqual(before);
  });

  test('is migrated as a whole or not at all', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await open(url);
    const before = await stateOf(database, schema);
    await expect(start(url, schema, [...MIGRATIONS, createsTable('second', 1), FAILS])).rejects.toThrow(
      'division by zero',
    );
    expect(await stateOf(database, schema)).toEqual(before);
    await start(url, schema, [...MIGRATIONS, createsTable('second', 1)]);
    expect(await versionsIn(database, url)).toHaveLength(NEXT);
  });

  test('with tables of another program is refused and left as it is', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await database.query(`CREATE SCHEMA ${schema}`);
    await database.query(`CREATE TABLE ${schema}.documents (a text)`);
    const before = await stateOf(database, schema);
    await expect(openPostgres(url)).rejects.toThrow(
      /has tables of another program in the schema "test_\w+" \(relation "documents" already exists\): choose another one with --database-schema/,
    );
    expect(await stateOf(database, schema)).toEqual(before);
  });

  test('compares and sorts keys by bytes, whatever the database does', async () => {
    const { pipelined, table } = await open(database.freshUrl());
    const keys = ['a', 'B', 'ä', 'Z', '"x"'];
    const [, { rows }] = await pipelined([
      statement(`INSERT INTO ${table('live_states')} SELECT 'demo', key, NULL FROM unnest($1::text[]) key`, [keys]),
      statement<{ name: string }>(`SELECT name FROM ${table('live_states')} ORDER BY name`),
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['"x"', 'B', 'Z', 'a', 'ä']);
  });
});
