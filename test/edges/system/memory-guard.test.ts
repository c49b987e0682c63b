import { expect, test } from '@jest/globals';
import { createMemoryGuard, type readMemory } from '../../../src/edges/system/memory.ts';

/** A guard of a process of 1000 bytes with a heap of 400. */
const guardOf = (reading: Partial<ReturnType<typeof readMemory>>, processLimit: number | undefined = 1000) =>
  createMemoryGuard({
    look: () => ({ resident: 100, heapUsed: 50, heapTotal: 50, ...reading }),
    heapLimit: 400,
    processLimit,
  });

test('a seventh of the heap limit stays free', () => {
  expect(guardOf({ heapUsed: 330 }).hasRoomFor(9)).toBe(true);
  expect(guardOf({ heapUsed: 330 }).hasRoomFor(10)).toBe(false);
});

test('a seventh of the process limit stays free, whatever the memory is used for', () => {
  expect(guardOf({ resident: 800 }).hasRoomFor(49)).toBe(true);
  expect(guardOf({ resident: 800 }).hasRoomFor(50)).toBe(false);
  expect(guardOf({ resident: 850 }).hasRoomFor(0)).toBe(false);
});

test('what V8 keeps free of its heap is room', () => {
  expect(guardOf({ resident: 900, heapUsed: 50, heapTotal: 200 }).hasRoomFor(90)).toBe(true);
  expect(guardOf({ resident: 900, heapUsed: 50, heapTotal: 200 }).hasRoomFor(100)).toBe(false);
});

test('a process without a limit has that of its heap', () => {
  const guard = createMemoryGuard({
    look: () => ({ resident: 10_000, heapUsed: 50, heapTotal: 50 }),
    heapLimit: 400,
    processLimit: undefined,
  });
  expect(guard.hasRoomFor(100)).toBe(true);
});
