import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { isLongForm, runs } from '../../../support/long-form.ts';
import { openPostgresStore } from '../../../support/stores/open-postgres-store.ts';
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
          open: () => openPostgresStore(url),
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
