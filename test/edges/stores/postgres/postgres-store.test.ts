import { after } from '../../../../src/edges/system/timers.ts';
import { openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { createPostgresStore } from '../../../../src/edges/stores/postgres/postgres-store.ts';
import { systemClock } from '../../../../src/edges/system/system-clock.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { isLongForm, runs } from '../../../support/long-form.ts';
import { describeStore, describeStoredTransactions } from '../store-conformance.ts';

for (const way of ['postgres', 'pgbouncer'] as const)
  describePostgres(
    'the store',
    (database) => {
      // A pooler concerns transactions; the short form leaves the rest to PostgreSQL itself.
      const describeAll = way === 'postgres' || isLongForm ? describeStore : describeStoredTransactions;
      describeAll('in a database', () => {
        const url = database.freshUrl();
        return Promise.resolve({
          open: async () =>
            createPostgresStore({
              after,
              database: await openPostgres(url, { poolSize: 4 }),
              now: () => systemClock.now(),
              failed: (error) => {
                throw error;
              },
            }),
          survives: true,
          histories: runs({ short: 10, long: 25 }),
          remove: async () => {
            await database.query(`DROP SCHEMA ${database.schemaOf(url)} CASCADE`);
          },
        });
      });
    },
    way,
  );
