import { describe, expect, test } from '@jest/globals';
import { toClockMoves } from '../../../src/control/recordings/clock-moves.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-30T08:30:00Z');

/** Calls of a sandbox whose clock shows these times after the start; they are received one second after the other. */
const at = (...sandbox: readonly number[]) =>
  sandbox.map((after, index) => ({ wallAt: START + index * 1000, at: START + after }));

test.each([
  ['no call', [], []],
  ['calls at one time', [0, 0, 0], [0, 0, 0]],
  ['time passes', [0, MINUTE, MINUTE, 3 * MINUTE], [0, MINUTE, 0, 2 * MINUTE]],
  ['calls that follow at once are made at the time of the last', [0, 300, 900, 1900], [0, 0, 0, 1000]],
  ['but never of one that is a second later', [0, 600, 1200, 1500, 1800], [0, 0, 1200, 0, 0]],
  ['time goes back', [0, 5 * MINUTE, 0, MINUTE], [0, 5 * MINUTE, 0, MINUTE]],
])('how far the clock moves before each call: %s', (_name, times, moves) => {
  expect(toClockMoves(at(...times)).moves).toEqual(moves);
});

test('the clock is left alone where nothing depends on it', () => {
  expect(toClockMoves([]).startsAt).toBeUndefined();
  expect(toClockMoves(at(0)).startsAt).toBeUndefined();
  const running = [0, 200, 400].map((after) => ({ wallAt: START + after, at: START + after + 3 }));
  expect(toClockMoves(running).startsAt).toBeUndefined();
});

test('it begins at the time of the first calls, if it moved or was elsewhere', () => {
  expect(toClockMoves(at(0, 500, MINUTE)).startsAt).toBe(START + 500);
  expect(toClockMoves(at(-2 * MINUTE)).startsAt).toBe(START - 2 * MINUTE);
});

test('a new token follows where the former one is about to expire', () => {
  const { renewals } = toClockMoves(at(0, 3 * MINUTE, 3 * MINUTE, 4.5 * MINUTE, 5 * MINUTE, 60 * MINUTE));
  expect(renewals).toEqual([false, false, false, true, false, true]);
});

describe('after the last call', () => {
  const calls = at(0, MINUTE);
  const end = { wallAt: START + 1000 + 10 * MINUTE, at: START + MINUTE };
  const moveAtEnd = (moved: number, isFrozen: boolean): number =>
    toClockMoves(calls, { ...end, at: end.at + moved, isFrozen }).moveAtEnd;

  test('a clock that stands still has moved by what it shows', () => {
    expect(moveAtEnd(5 * MINUTE, true)).toBe(5 * MINUTE);
    expect(moveAtEnd(0, true)).toBe(0);
  });

  test('a clock that runs has moved by more than the time that went by', () => {
    expect(moveAtEnd(10 * MINUTE, false)).toBe(0);
    expect(moveAtEnd(15 * MINUTE, false)).toBe(5 * MINUTE);
    expect(moveAtEnd(0, false)).toBe(0);
  });

  test('the moves before the calls are the same', () => {
    expect(toClockMoves(calls, { ...end, isFrozen: true }).moves).toEqual(toClockMoves(calls).moves);
    expect(toClockMoves([], { ...end, isFrozen: true })).toMatchObject({ moves: [], moveAtEnd: 0 });
  });
});
