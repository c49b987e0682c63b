import { expect, test } from '@jest/globals';
import { openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';

for (const way of ['postgres', 'pgbouncer'] as const)
  describePostgres(
    'migrations',
    (database) => {
      test('five replicas that start together migrate once', async () => {
        const url = database.freshUrl();
        const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)));
        for (const postgres of opened) await postgres.close();
        expect(
          await database.query(`SELECT version, oldest_program FROM ${database.schemaOf(url)}.migrations`),
        ).toEqual([{ version: 1, oldest_program: 1 }]);
      });
    },
    way,
  );
