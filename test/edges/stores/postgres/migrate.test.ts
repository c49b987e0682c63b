import { afterEach, expect, test } from '@jest/globals';
import { migrate } from '../../../../src/edges/stores/postgres/migrate.ts';
import {
  FIRST_VERSION,
  MIGRATIONS,
  type Migration,
  versionOf,
} from '../../../../src/edges/stores/postgres/migrations.ts';
import { type Postgres, openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
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
const KNOWN = MIGRATIONS.map(({ oldestProgram }, index) => ({
  version: FIRST_VERSION + index,
  oldest_program: oldestProgram,
}));

/** The schema that a later release makes of it. */
const NEXT = versionOf(MIGRATIONS) + 1;

/** Starts a program that knows these migrations. */
const start = async (url: string, schema: string, migrations: readonly Migration[]): Promise<void> => {
  const { username: user, hostname: host, pathname } = new URL(url);
  const target = { host, port: 5432, database: pathname.slice(1), user, schema };
  const { withClient } = opened[0] ?? (await open(url));
  await withClient((pipelined) => migrate(pipelined, target, migrations));
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
    await start(url, schema, [...MIGRATIONS, createsTable('second', NEXT - 1)]);
    const before = await stateOf(database, schema);
    await open(url);
    expect(await stateOf(database, schema)).toEqual(before);
  });

  test('that no release has written is refused and left as it is', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await open(url);
    await database.query(`UPDATE ${schema}.migrations SET version = 6`);
    const before = await stateOf(database, schema);
    await expect(openPostgres(url)).rejects.toThrow(
      `schema "${schema}" was written by an older vatmock (schema version 6; this one reads from 7): choose another schema with ?schema= in the URL, or keep the older vatmock for this one`,
    );
    expect(await stateOf(database, schema)).toEqual(before);
  });

  test('that is newer still is refused and left as it is', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await open(url);
    await start(url, schema, [...MIGRATIONS, createsTable('second', 1), createsTable('third', NEXT)]);
    const before = await stateOf(database, schema);
    expect(before.length).toBeGreaterThan(0);
    await expect(openPostgres(url)).rejects.toThrow(
      `schema "${schema}" was written by a newer vatmock (schema version ${String(NEXT + 1)}; this one knows ${String(NEXT - 1)}): update, or choose another schema with ?schema= in the URL`,
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
    expect(await versionsIn(database, url)).toHaveLength(KNOWN.length + 1);
  });

  test('with tables of another program is refused and left as it is', async () => {
    const url = database.freshUrl();
    const schema = database.schemaOf(url);
    await database.query(`CREATE SCHEMA ${schema}`);
    await database.query(`CREATE TABLE ${schema}.documents (a text)`);
    const before = await stateOf(database, schema);
    await expect(openPostgres(url)).rejects.toThrow(
      /has tables of another program in the schema "test_\w+" \(relation "documents" already exists\): choose another one with \?schema= in the URL/,
    );
    expect(await stateOf(database, schema)).toEqual(before);
  });

  test('compares and sorts keys by bytes, whatever the database does', async () => {
    const { pipelined, table } = await open(database.freshUrl());
    const keys = ['a', 'B', 'ä', 'Z', '"x"'];
    const [, rows] = await pipelined([
      statement(`INSERT INTO ${table('live_states')} SELECT 'demo', key, NULL FROM unnest($1::text[]) key`, [keys]),
      statement<{ name: string }>(`SELECT name FROM ${table('live_states')} ORDER BY name`),
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['"x"', 'B', 'Z', 'a', 'ä']);
  });
});
