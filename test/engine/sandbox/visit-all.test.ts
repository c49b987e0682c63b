import { expect, test } from '@jest/globals';
import { defineRecords } from '../../../src/engine/sandbox/collection.ts';
import { object, text } from '../../../src/engine/sandbox/record-schema.ts';
import { type PageQuery, readWhole, visitAll } from '../../../src/engine/sandbox/unit-of-work.ts';

const notes = defineRecords('notes', object({ id: text }), ({ id }) => id);
const KEYS = [{ name: 'status', text: 'OPEN' }];

/** A store of `count` notes that writes down what is asked of it. */
const storeOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => ({ id: String(index) }));
  const asked: (PageQuery | string)[] = [];
  const reading = {
    page: (_collection: unknown, query: PageQuery) => {
      asked.push(query);
      const from = query.page * query.size;
      return { values: all.slice(from, from + query.size) as never[], total: count };
    },
    pause: () => {
      asked.push('pause');
      return Promise.resolve();
    },
  };
  return { all, asked, reading };
};

test.each([0, 1, 49, 50, 51, 120])(
  '%d documents are read in order, and other requests are served in between',
  async (count) => {
    const { all, asked, reading } = storeOf(count);
    expect(await readWhole(reading, notes, { keys: KEYS, descending: true })).toEqual(all);
    const pages = asked.filter((each) => each !== 'pause');
    expect(pages).toEqual(pages.map((_, page) => ({ keys: KEYS, descending: true, size: 50, page })));
    expect([pages.length, asked.length - pages.length]).toEqual([Math.max(1, Math.ceil(count / 50)), count]);
  },
);

test('documents that a store sorts by a member are read at once', async () => {
  const { all, asked, reading } = storeOf(120);
  expect(await readWhole(reading, notes, { sortBy: 'id' })).toEqual(all);
  expect(asked).toHaveLength(1);
});

test('a visit is over before the next one begins, and no document is visited after enough', async () => {
  const { asked, reading } = storeOf(120);
  const query = { descending: true, isEnough: () => asked.includes('ends 1') };
  await visitAll(reading, notes, query, async ({ id }) => {
    asked.push(`begins ${id}`);
    await Promise.resolve();
    asked.push(`ends ${id}`);
  });
  expect(asked).toEqual([
    { descending: true, page: 0, size: 50 },
    ...['begins 0', 'ends 0', 'pause', 'begins 1', 'ends 1'],
  ]);
});
