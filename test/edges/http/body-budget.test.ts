import { expect, test } from '@jest/globals';
import { createBodyBudget } from '../../../src/edges/http/body-budget.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** 768 KiB for large bodies, 256 KiB for small ones; half of each for one holder. */
const open = () => createBodyBudget({ total: MEBIBYTE, perHolder: MEBIBYTE / 2 });

test('bodies have room until the budget is used up, and again when others are done', () => {
  const budget = open();
  const [one, two, three] = ['a', 'b', 'c'].map((holder) => budget.open(holder));
  expect(one?.growTo(300 * KIBIBYTE)).toBe(true);
  expect(two?.growTo(300 * KIBIBYTE)).toBe(true);
  expect(three?.growTo(300 * KIBIBYTE)).toBe(false);
  one?.release();
  expect(three?.growTo(300 * KIBIBYTE)).toBe(true);
});

test('one holder does not use up what others need', () => {
  const budget = open();
  expect(budget.open('a').growTo(300 * KIBIBYTE)).toBe(true);
  expect(budget.open('a').growTo(300 * KIBIBYTE)).toBe(false);
  expect(budget.open('b').growTo(300 * KIBIBYTE)).toBe(true);
});

test('large bodies leave room for small ones', () => {
  const budget = open();
  for (const holder of ['a', 'b']) expect(budget.open(holder).growTo(384 * KIBIBYTE)).toBe(true);
  for (const holder of ['a', 'b', 'c', 'd']) expect(budget.open(holder).growTo(64 * KIBIBYTE)).toBe(true);
  expect(budget.open('e').growTo(64 * KIBIBYTE)).toBe(false);
});

test('a body that grows is counted once, and given back where it stands', () => {
  const budget = open();
  const growing = budget.open('a');
  for (const size of [1, 50, 65, 300]) expect(growing.growTo(size * KIBIBYTE)).toBe(true);
  for (let number = 0; number < 2; number++) expect(budget.open('a').growTo(64 * KIBIBYTE)).toBe(true);
  expect(budget.open('a').growTo(64 * KIBIBYTE)).toBe(false);
  growing.release();
  growing.release();
  expect(budget.open('a').growTo(384 * KIBIBYTE)).toBe(true);
  expect(budget.open('a').growTo(65 * KIBIBYTE)).toBe(false);
});

test('a body that is refused keeps what it had', () => {
  const budget = open();
  budget.open('a').growTo(350 * KIBIBYTE);
  const growing = budget.open('a');
  expect(growing.growTo(60 * KIBIBYTE)).toBe(true);
  expect(growing.growTo(70 * KIBIBYTE)).toBe(false);
  expect(budget.open('a').growTo(64 * KIBIBYTE)).toBe(true);
  expect(budget.open('a').growTo(64 * KIBIBYTE)).toBe(false);
});

test('a single body always has room: its size is limited elsewhere', () => {
  expect(
    open()
      .open('a')
      .growTo(100 * MEBIBYTE),
  ).toBe(true);
});

test('large bodies ask for memory, with those that are still arriving; small ones never', () => {
  let room = 500 * KIBIBYTE;
  const memory = { hasRoomFor: (bytes: number) => bytes <= room };
  const budget = createBodyBudget({ total: 4 * MEBIBYTE, perHolder: 4 * MEBIBYTE, memory });
  const [one, two, small] = ['a', 'b', 'c'].map((holder) => budget.open(holder));
  expect(one?.growTo(300 * KIBIBYTE)).toBe(true);
  expect(two?.growTo(300 * KIBIBYTE)).toBe(false);
  expect(small?.growTo(64 * KIBIBYTE)).toBe(true);
  room = 700 * KIBIBYTE;
  expect(two?.growTo(300 * KIBIBYTE)).toBe(true);
  // One that grows without end is looked at again.
  expect([400, 600, 1024].map((size) => two?.growTo(size * KIBIBYTE))).toEqual([true, true, false]);
});
