import { expect, test } from '@jest/globals';
import { createClientPauses } from '../../../src/engine/rate-limiting/client-pauses.ts';
import { BREAKER } from '../../../src/vat/policy/limits.ts';

const { strikes: STRIKES, pause: PAUSE } = BREAKER;

const NOW = 1_800_000_000_000;

const strikeOften = (times: number, clientId = 'client') => {
  const pauses = createClientPauses(BREAKER);
  const begun = Array.from({ length: times }, () => pauses.strike(clientId, NOW));
  return { pauses, begun };
};

test('a pause is over when its time has come, and not a moment earlier', () => {
  const { pauses } = strikeOften(STRIKES);
  expect(pauses.pausedUntil('client', NOW + PAUSE - 1)).toBe(NOW + PAUSE);
  expect(pauses.pausedUntil('client', NOW + PAUSE)).toBeUndefined();
  // It does not come back on a clock that is set back.
  expect(pauses.pausedUntil('client', NOW)).toBeUndefined();
});

test('after a pause it takes ten refusals again', () => {
  const { pauses } = strikeOften(STRIKES);
  const later = NOW + PAUSE;
  expect(pauses.pausedUntil('client', later)).toBeUndefined();
  const begun = Array.from({ length: STRIKES }, () => pauses.strike('client', later));
  expect(begun).toEqual([...Array<boolean>(9).fill(false), true]);
  expect(pauses.pausedUntil('client', later)).toBe(later + PAUSE);
});

test('any other answer ends the row, but not a pause', () => {
  const { pauses } = strikeOften(9);
  pauses.clear('client');
  expect(Array.from({ length: STRIKES }, () => pauses.strike('client', NOW)).indexOf(true)).toBe(9);
  pauses.clear('client');
  expect(pauses.pausedUntil('client', NOW)).toBe(NOW + PAUSE);
});

test('a reset ends a pause, and a row', () => {
  for (const count of [STRIKES, 9]) {
    const { pauses } = strikeOften(count);
    pauses.liveOf(() => ['client']).load({ sandbox: 'demo', uuid: 'organization' }, undefined);
    expect([pauses.pausedUntil('client', NOW), pauses.strike('client', NOW)]).toEqual([undefined, false]);
  }
});
