import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Postgres, openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { createPostgresJournal } from '../../../../src/edges/stores/postgres/postgres-journal.ts';
import { createPostgresRecordings } from '../../../../src/edges/stores/postgres/postgres-recordings.ts';
import { statement } from '../../../../src/edges/stores/postgres/statement.ts';
import { readCalls } from '../../../../src/engine/capsule/shared/read-calls.ts';
import { RECORDINGS } from '../../../../src/engine/capsule/shared/recording-table.ts';
import type { JournalRow, RecordedRow } from '../../../../src/engine/journal/shared/journal-table.ts';
import { WAYS, describePostgres } from '../../../support/postgres/describe-postgres.ts';

const LIMITS = { calls: 3, bytes: 100, allBytes: 150, controls: 0 };

const START = Uint8Array.of(1, 2, 3, 4);

for (const way of WAYS)
  describePostgres(
    'the table of recordings',
    (database) => {
      let opened: Postgres | undefined;
      let numbers = 0;
      beforeEach(async () => {
        opened = await openPostgres(database.freshUrl());
      });
      afterEach(() => opened?.close());

      const open = () => {
        const postgres = opened!;
        const table = createPostgresRecordings(postgres, LIMITS);
        const journal = createPostgresJournal(postgres, LIMITS);
        return {
          table,
          journal,
          begin: (id: string, owner: string, start = START) =>
            table.begin({ id, owner, since: 7, beganAt: 1.5, start, marks: new Map([['one', 3]]) }),
          textsOf: async (id: string) => (await readCalls(table, id)).map(({ text }) => text),
          version: async () => {
            const [{ rows }] = await postgres.pipelined([
              statement<{ version: number }>(`SELECT version FROM ${postgres.table('sandboxes')} WHERE id = $1`, [
                RECORDINGS,
              ]),
            ]);
            return rows[0]?.version ?? 0;
          },
        };
      };

      const call = (recording: string, text: string, bytes = 10): RecordedRow => ({ recording, nth: 1, bytes, text });

      const row = (recorded: readonly RecordedRow[], number = ++numbers): JournalRow => ({
        ...{ owner: 'a', origin: 'one', number, isExchange: true, weight: 1, text: '{}' },
        recorded,
      });

      test('a recording is found as it was begun, and replaces that of its owner', async () => {
        const { table, journal, begin, textsOf, version } = open();
        expect(await begin('first', 'a')).toBe(true);
        await journal.append([row([call('first', 'x')])]);
        const before = await version();
        expect(await begin('second', 'a')).toBe(true);
        expect(await version()).toBeGreaterThan(before);
        expect(await table.list()).toEqual([{ id: 'second', owner: 'a', since: 7, isFull: false }]);
        const found = await table.find('a');
        expect({ ...found, start: [...(found?.start ?? [])] }).toEqual({
          ...{ id: 'second', owner: 'a', since: 7, beganAt: 1.5, bytes: 4, full: undefined, start: [1, 2, 3, 4] },
          marks: new Map([['one', 3]]),
        });
        expect([await textsOf('first'), await table.find('b')]).toEqual([[], undefined]);
      });

      test('calls are stored with the journal, once each, and with no recording that has ended', async () => {
        const { table, journal, begin, textsOf } = open();
        await begin('first', 'a');
        await begin('other', 'b');
        const rows = [row([call('first', 'x'), call('other', 'y')]), row([call('gone', 'z')])];
        await journal.append(rows);
        await journal.append(rows);
        expect([await textsOf('first'), await textsOf('other'), await textsOf('gone')]).toEqual([['x'], ['y'], []]);
        expect([(await table.find('a'))?.bytes, await journal.heads(['a'])]).toEqual([14, new Map([['a', 4]])]);
        await table.end('a', 'other');
        expect(await textsOf('first')).toEqual(['x']);
        await table.end('a', undefined);
        expect([await textsOf('first'), (await table.list()).map(({ id }) => id)]).toEqual([[], ['other']]);
      });

      test('takes the calls of all processes up to its limits, and tells the processes', async () => {
        const { table, journal, begin, textsOf, version } = open();
        await begin('first', 'a');
        const before = await version();
        await journal.append([row([call('first', '1')]), row([call('first', '2')])]);
        expect(await version()).toBe(before);
        await journal.append([row([call('first', '3')]), row([call('first', '4')]), row([call('first', '5')])]);
        expect(await version()).toBe(before + 1);
        await journal.append([row([call('first', '6')])]);
        expect(await textsOf('first')).toEqual(['1', '2', '3']);
        expect(await table.find('a')).toMatchObject({ full: 'calls', bytes: 34 });
        expect([await table.list(), await version()]).toEqual([
          [{ id: 'first', owner: 'a', since: 7, isFull: true }],
          before + 1,
        ]);

        // The initial state does not count for the limit of one, but for that of all.
        await begin('first', 'a', new Uint8Array(50));
        await journal.append([row([call('first', '1', 60)]), row([call('first', '2', 41), call('first', '3', 1)])]);
        expect([await textsOf('first'), (await table.find('a'))?.full]).toEqual([['1'], 'bytes']);
        expect([await begin('other', 'b', new Uint8Array(41)), await table.find('b')]).toEqual([false, undefined]);
        expect(await begin('other', 'b', new Uint8Array(30))).toBe(true);
        await journal.append([row([call('other', '1', 10)]), row([call('other', '2', 1)])]);
        expect([await textsOf('other'), (await table.find('b'))?.full]).toEqual([['1'], 'all-bytes']);
        await table.end('a', undefined);
        expect(await begin('other', 'b', new Uint8Array(150))).toBe(true);
      });

      test('reads recordings of any length', async () => {
        const postgres = opened!;
        const limits = { ...LIMITS, calls: 1000, bytes: 1e6, allBytes: 1e6 };
        await open().begin('first', 'a');
        const rows = Array.from({ length: 450 }, (_, index) => row([call('first', String(index))]));
        await createPostgresJournal(postgres, limits).append(rows);
        expect(await open().textsOf('first')).toEqual(rows.map((_, index) => String(index)));
      });
    },
    way,
  );
