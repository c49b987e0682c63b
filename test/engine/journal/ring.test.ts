import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { type Ring, createRing } from '../../../src/engine/journal/ring.ts';
import { createEntry } from './create-entry.ts';

const idsOf = (ring: Ring<JournalEntry>): string[] => ring.after(0).map(({ id }) => id);

test('the newest entries stay, oldest first', () => {
  const ring = createRing<JournalEntry>({ items: 3, weight: Infinity });
  const entries = Array.from({ length: 5 }, () => createEntry());
  for (const entry of entries) ring.add(entry);
  expect(idsOf(ring)).toEqual(entries.slice(2).map(({ id }) => id));
});

test('large entries take the place of several small ones, and one that is larger than all room stays alone', () => {
  const ring = createRing<JournalEntry>({ items: 100, weight: 1000 });
  for (let i = 0; i < 10; i++) ring.add(createEntry({ weight: 100 }));
  expect(idsOf(ring)).toHaveLength(10);
  ring.add(createEntry({ weight: 450 }));
  expect(idsOf(ring)).toHaveLength(6);
  const giant = createEntry({ weight: 5000 });
  ring.add(giant);
  expect(idsOf(ring)).toEqual([giant.id]);
});

test('the entries after a position go, with their weight', () => {
  const ring = createRing<JournalEntry>({ items: 3, weight: Infinity });
  for (let position = 1; position <= 5; position++) ring.add(createEntry({ position, weight: 10 }));
  ring.dropAfter(4);
  expect([ring.after(0).map(({ position }) => position), ring.weight()]).toEqual([[3, 4], 20]);
  ring.dropAfter(1);
  expect([idsOf(ring), ring.weight()]).toEqual([[], 0]);
  ring.dropAfter(0);
  ring.add(createEntry({ weight: 7 }));
  expect(ring.weight()).toBe(7);
});

test('whatever is added, number and bytes stay within their bounds, and the weight is that of what is there', () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant('drop' as const)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), steps, (items, all) => {
      const ring = createRing<JournalEntry>({ items, weight: 1000 });
      let model: { id: string; weight: number }[] = [];
      for (const step of all) {
        if (step === 'drop') {
          const before = ring.weight();
          const dropped = ring.shorten();
          do model = model.slice(1);
          while (model.reduce((sum, { weight }) => sum + weight, 0) > before * 0.9);
          expect(ring.weight()).toBe(before - dropped);
        } else {
          const entry = createEntry({ weight: step });
          ring.add(entry);
          model = [...model, entry].slice(-items);
          while (model.length > 1 && model.reduce((sum, { weight }) => sum + weight, 0) > 1000) model = model.slice(1);
        }
        expect(idsOf(ring)).toEqual(model.map(({ id }) => id));
        expect(ring.weight()).toBe(model.reduce((sum, { weight }) => sum + weight, 0));
      }
    }),
  );
});
