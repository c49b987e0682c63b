import { expect, test } from '@jest/globals';
import { defineRecords } from '../../../src/engine/sandbox/collection.ts';
import { object, text } from '../../../src/engine/sandbox/record-schema.ts';
import type { PageQuery } from '../../../src/engine/sandbox/unit-of-work.ts';
import { readWhole } from '../../../src/engine/sandbox/visit-all.ts';

const notes = defineRecords('notes', object({ id: text }), ({ id }) => id);

/** A store of `count` notes that writes down what is asked of it. */
const storeOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => ({ id: String(index) }));
  const asked: (PageQuery | 'pause')[] = [];
  const reading = {
    page: (_collection: unknown, query: PageQuery) => {
      asked.push(query);
      const from = query.page * query.size;
      return { values: all.slice(from, from + query.size) as never[], total: count };
    },
    pause: () => {
      asked.push('pause');
      return undefined;
    },
  };
  return { all, asked, reading };
};

test.each([0, 1, 49, 50, 51, 120])('%d documents are read in order', async (count) => {
  const { all, reading } = storeOf(count);
  expect(await readWhole(reading, notes)).toEqual(all);
});

test('between two parts, other requests are served', async () => {
  const { asked, reading } = storeOf(120);
  const keys = [{ name: 'status', text: 'OPEN' }];
  await readWhole(reading, notes, { keys, descending: true });
  const parts = asked.flatMap((each) => (each === 'pause' ? [] : [each]));
  expect(parts).toMatchObject([0, 1, 2].map((page) => ({ keys, descending: true, size: 50, page })));
  expect(asked.filter((each) => each === 'pause')).toHaveLength(120);
});

test('documents that a store sorts by a member are read at once', async () => {
  const { all, asked, reading } = storeOf(120);
  expect(await readWhole(reading, notes, { sortBy: 'id' })).toEqual(all);
  expect(asked).toHaveLength(1);
});
