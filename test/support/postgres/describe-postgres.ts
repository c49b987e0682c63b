import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { Client } from 'pg';
import { NO_POSTGRES } from './programs.ts';
import { isLongForm } from '../long-form.ts';
import { AVAILABLE, askForService, saidFolder } from '../jest/start-services.ts';

export interface TestDatabase {
  /** URL of a schema that nobody has used; after the tests of the file, it is dropped. */
  readonly freshUrl: () => string;
  /** What a URL of `freshUrl` names. */
  readonly schemaOf: (url: string) => string;
  /** Runs a statement beside the program under test. */
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

const READY: Readonly<Record<string, readonly string[]>> = {
  postgres: ['postgres'],
  pgbouncer: ['postgres', 'pgbouncer'],
};

/** With `pgbouncer`, the URLs lead through one that shares connections among transactions. */
export type Way = 'postgres' | 'pgbouncer';

/** For promises that a pooler could break, but that no other change does: the short form does without it. */
export const WAYS: readonly Way[] = isLongForm ? ['postgres', 'pgbouncer'] : ['postgres'];

/**
 * Tests on a real PostgreSQL: that of VATMOCK_TEST_DATABASE_URL, or one that starts for this run. Where there is none they
 * are left out, which the run says in one line, and with CI=true they fail.
 */
export const describePostgres = (name: string, body: (database: TestDatabase) => void, way: Way = 'postgres'): void => {
  const available = (process.env[AVAILABLE] ?? '').split(',');
  const title = way === 'postgres' ? `${name} (PostgreSQL)` : `${name} (PostgreSQL behind PgBouncer)`;
  if (READY[way]?.every((each) => available.includes(each)) === true)
    describe(title, () => {
      body(useDatabase(way));
    });
  else if (process.env['CI'] === 'true')
    test(title, () => {
      throw new Error(NO_POSTGRES);
    });
  else {
    sayOnce();
    describe.skip(title, () => {
      body(useDatabase(way));
    });
  }
};

/** Of all workers of a run, the first. */
const sayOnce = (): void => {
  try {
    mkdirSync(saidFolder());
    process.stderr.write(`${NO_POSTGRES} The tests on it are left out.\n`);
  } catch {
    // Another worker has said it.
  }
};

const useDatabase = (way: Way): TestDatabase => {
  const schemas: string[] = [];
  let url = '';
  let client: Client | undefined;
  beforeAll(async () => {
    url = await askForService(way);
    client = new Client(url);
    await client.connect();
  });
  const query: TestDatabase['query'] = async (text, values = []) => {
    const { rows } = (await client?.query<Record<string, unknown>>(text, [...values])) ?? { rows: [] };
    return rows;
  };
  afterAll(async () => {
    for (const schema of schemas) await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client?.end();
  });
  return {
    freshUrl: () => {
      const schema = `test_${randomBytes(8).toString('hex')}`;
      schemas.push(schema);
      const fresh = new URL(url);
      fresh.searchParams.set('schema', schema);
      return fresh.href;
    },
    schemaOf: (fresh) => new URL(fresh).searchParams.get('schema') ?? '',
    query,
  };
};
