import { expect, test } from '@jest/globals';
import { MOST_LISTED, createStateChanges } from '../../../src/control/activity/activity-changes.ts';

const change = (id: string, before: unknown, after: unknown, collection = 'orders') => ({
  collection,
  id,
  before,
  after,
});
const [created, changed, deleted] = [
  (id: string) => change(id, undefined, {}),
  (id: string) => change(id, {}, {}),
  (id: string) => change(id, {}, undefined),
];

test('each record is listed once, with what happened to it in all', () => {
  const changes = createStateChanges();
  for (const one of [created('a'), changed('a'), changed('b'), deleted('b'), created('c'), deleted('c')])
    changes.add(one);
  for (const one of [deleted('d'), created('d')]) changes.add(one);
  expect(changes.take()).toEqual({
    reason: 'changed',
    collections: ['orders'],
    changes: [
      { collection: 'orders', id: 'a', change: 'created' },
      { collection: 'orders', id: 'b', change: 'deleted' },
      { collection: 'orders', id: 'd', change: 'changed' },
    ],
    truncated: false,
  });
  expect(changes.take()).toBeUndefined();
});

test('a record that came and went is no change', () => {
  const changes = createStateChanges();
  changes.add(created('a'));
  changes.add(deleted('a'));
  expect(changes.take()).toBeUndefined();
});

test('a long list is cut, and names every collection', () => {
  const changes = createStateChanges();
  for (let i = 0; i < MOST_LISTED; i++) changes.add(created(String(i)));
  changes.add(change('x', {}, {}, 'buyers'));
  const taken = changes.take();
  expect(taken?.changes).toHaveLength(MOST_LISTED);
  expect(taken).toMatchObject({ truncated: true, collections: ['orders', 'buyers'] });
});
