import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JournalRow, JournalTable } from '../../../../src/engine/journal/shared/journal-table.ts';
import { createMemoryJournalTable } from './memory-journal-table.ts';

let numbers = 0;

const toRow = (owner: string, more: Partial<JournalRow> = {}): JournalRow => ({
  owner,
  origin: 'one',
  number: ++numbers,
  isExchange: true,
  weight: 10,
  text: '{}',
  ...more,
});

/** What the journal relies on. `open` makes an empty table. */
export const describeJournalTable = (open: () => Promise<JournalTable>): void => {
  const readAll = async (table: JournalTable, owner: string) => {
    const rows = [];
    for (let known = 0; ;) {
      const [news] = await table.since(new Map([[owner, known]]));
      rows.push(...(news?.rows ?? []));
      if (news === undefined || news.rows.length === 0) return rows;
      known = news.rows.at(-1)?.seq ?? 0;
    }
  };

  test('rows get the next numbers of their owners, in their order', async () => {
    const table = await open();
    const unfolded = await table.append([toRow('b'), toRow('a'), toRow('b', { isExchange: false, weight: 5 })]);
    expect(unfolded.toSorted((x, y) => (x.owner < y.owner ? -1 : 1))).toEqual([
      { owner: 'a', exchanges: 1, bytes: 10 },
      { owner: 'b', exchanges: 1, bytes: 15 },
    ]);
    await table.append([toRow('b', { text: 'last' })]);
    expect(await table.heads(['a', 'b', 'c'])).toEqual(
      new Map([
        ['a', 1],
        ['b', 3],
      ]),
    );
    const news = await table.since(
      new Map([
        ['b', 1],
        ['c', 0],
      ]),
    );
    expect(
      news.map(({ owner, head, base, rows }) => ({ owner, head, base, seqs: rows.map(({ seq }) => seq) })),
    ).toEqual([
      { owner: 'b', head: 3, base: undefined, seqs: [2, 3] },
      { owner: 'c', head: 0, base: undefined, seqs: [] },
    ]);
    expect(news[0]?.rows.at(-1)).toEqual({ seq: 3, origin: 'one', number: numbers, weight: 10, text: 'last' });
  });

  test('any owner and any text is kept', async () => {
    const table = await open();
    const text = JSON.stringify('\u0000 \ud800 {"a\\\\b", NULL} \u{10ffff}');
    for (const owner of ['', '\u0000', '\ud800', '{}', 'NULL', '"']) {
      await table.append([toRow(owner, { text, origin: owner === '' ? '"' : 'o' })]);
      expect((await readAll(table, owner)).map((row) => row.text)).toEqual([text]);
    }
  });

  test('many rows come in pieces', async () => {
    const table = await open();
    await table.append(Array.from({ length: 1300 }, (_, index) => toRow('a', { text: String(index) })));
    const rows = await readAll(table, 'a');
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 1300 }, (_, index) => index + 1));
    expect(rows.map(({ text }) => text)).toEqual(Array.from({ length: 1300 }, (_, index) => String(index)));
  });

  test('a fold stands for the rows before it; the next one deletes these', async () => {
    const table = await open();
    await table.append(Array.from({ length: 30 }, () => toRow('a')));
    await table.fold('a', { seq: 10, text: 'first' });
    expect(await readAll(table, 'a')).toHaveLength(30);
    await table.fold('a', { seq: 20, text: 'second' });
    // Of a process that is behind.
    await table.fold('a', { seq: 15, text: 'late' });
    await table.fold('b', { seq: 1, text: 'nothing' });
    expect((await readAll(table, 'a')).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 11));
    expect((await table.since(new Map([['a', 0]])))[0]?.base).toEqual({ seq: 20, text: 'second' });
    expect((await table.since(new Map([['a', 20]])))[0]?.base).toBeUndefined();
    expect(await table.append([toRow('a')])).toEqual([{ owner: 'a', exchanges: 11, bytes: 110 }]);
  });

  test('a dropped owner is gone', async () => {
    const table = await open();
    await table.append([toRow('a'), toRow('b')]);
    await table.drop('a');
    expect(await table.heads(['a', 'b'])).toEqual(new Map([['b', 1]]));
    expect(await readAll(table, 'a')).toEqual([]);
  });

  test('batches of several processes at the same time leave no gaps, and a reader misses none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 20 }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (batches) => {
          const table = await open();
          const writing = Promise.all(
            batches.map((owners, index) =>
              table.append(owners.map((owner) => toRow(owner, { origin: String(index) }))),
            ),
          );
          const seen: number[] = [];
          const state = { isWritten: false };
          void writing.then(() => (state.isWritten = true));
          for (let isLast = false; !isLast;) {
            isLast = state.isWritten;
            const [news] = await table.since(new Map([['a', seen.at(-1) ?? 0]]));
            seen.push(...(news?.rows ?? []).map(({ seq }) => seq));
          }
          await writing;
          const count = batches.flat().filter((owner) => owner === 'a').length;
          expect(seen).toEqual(Array.from({ length: count }, (_, index) => index + 1));
          for (const owner of ['b', 'c', 'd']) {
            const rows = await readAll(table, owner);
            expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
            for (const [index] of batches.entries()) {
              const own = rows.filter(({ origin }) => origin === String(index)).map(({ number }) => number);
              expect(own).toEqual(own.toSorted((x, y) => x - y));
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('does what the table of the tests does', async () => {
    const owners = fc.constantFrom('a', 'b');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), owners: fc.array(owners, { minLength: 1, maxLength: 5 }) }),
      fc.record({ kind: fc.constant('fold' as const), owner: owners, seq: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constant('drop' as const), owner: owners }),
      fc.record({ kind: fc.constant('since' as const), owner: owners, known: fc.nat(12) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const [table, { table: model }] = [await open(), createMemoryJournalTable()];
        for (const one of steps) {
          if (one.kind === 'append') {
            const rows = one.owners.map((owner) => toRow(owner));
            const order = (unfolded: Awaited<ReturnType<JournalTable['append']>>) =>
              unfolded.toSorted((x, y) => (x.owner < y.owner ? -1 : 1));
            expect(order(await table.append(rows))).toEqual(order(await model.append(rows)));
          } else if (one.kind === 'fold') {
            // Nobody folds what is not there yet.
            const seq = Math.min(one.seq, (await model.heads([one.owner])).get(one.owner) ?? 0);
            for (const each of [table, model]) await each.fold(one.owner, { seq, text: String(seq) });
          }
          if (one.kind === 'drop') for (const each of [table, model]) await each.drop(one.owner);
          if (one.kind === 'since') {
            const known = new Map([[one.owner, one.known]]);
            expect(await table.since(known)).toEqual(await model.since(known));
          }
        }
      }),
      { numRuns: 20 },
    );
  });
};
