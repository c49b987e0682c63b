import { expect, test } from '@jest/globals';
import { defineRecords } from '../../../src/engine/sandbox/collection.ts';
import { object, text } from '../../../src/engine/sandbox/record-schema.ts';
import { visitAll } from '../../../src/engine/sandbox/visit-all.ts';

const notes = defineRecords('notes', object({ id: text }), ({ id }) => id);
const all = Array.from({ length: 120 }, (_, index) => ({ id: String(index) }));

test('a visit is over before the next one begins, and other requests are served in between', async () => {
  const told: string[] = [];
  await visitAll(
    {
      page: () => ({ values: all.slice(0, 2) as never[], total: 2 }),
      pause: () => {
        told.push('pause');
        return Promise.resolve();
      },
    },
    notes,
    {},
    async ({ id }) => {
      told.push(`begins ${id}`);
      await Promise.resolve();
      told.push(`ends ${id}`);
    },
  );
  expect(told).toEqual(['begins 0', 'ends 0', 'pause', 'begins 1', 'ends 1', 'pause']);
});

test('no document is visited after enough', async () => {
  const visited: unknown[] = [];
  const pages: unknown[] = [];
  await visitAll(
    {
      page: (_collection, query) => {
        pages.push(query);
        return { values: all.slice(0, 50) as never[], total: all.length };
      },
      pause: () => undefined,
    },
    notes,
    { descending: true, isEnough: () => visited.length === 2 },
    (note) => {
      visited.push(note);
    },
  );
  expect(visited).toEqual(all.slice(0, 2));
  expect(pages).toEqual([{ descending: true, page: 0, size: 50 }]);
});
