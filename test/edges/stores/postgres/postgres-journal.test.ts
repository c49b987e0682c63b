import { afterEach } from '@jest/globals';
import { type Postgres, openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { createPostgresJournal } from '../../../../src/edges/stores/postgres/postgres-journal.ts';
import { statement } from '../../../../src/edges/stores/postgres/statement.ts';
import { describeJournalTable } from '../../../engine/journal/shared/journal-table-conformance.ts';
import { WAYS, describePostgres } from '../../../support/postgres/describe-postgres.ts';

for (const way of WAYS)
  describePostgres(
    'the journal',
    (database) => {
      let opened: Promise<Postgres> | undefined;
      afterEach(async () => {
        await (await opened)?.close();
        opened = undefined;
      });

      describeJournalTable(async () => {
        const postgres = await (opened ??= openPostgres(database.freshUrl()));
        const { table, pipelined } = postgres;
        await pipelined([statement(`TRUNCATE ${table('journal')}, ${table('journal_heads')}`)]);
        return createPostgresJournal(postgres);
      });
    },
    way,
  );
