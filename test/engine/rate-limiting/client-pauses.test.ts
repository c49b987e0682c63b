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

test('after a pause it takes ten refusals again', () => {
  const { pauses } = strikeOften(STRIKES);
  const later = NOW + PAUSE;
  expect(pauses.pausedUntil('client', later)).toBeUndefined();
  const begun = Array.from({ length: STRIKES }, () => pauses.strike('client', later));
  expect(begun).toEqual([...Array<boolean>(9).fill(false), true]);
  expect(pauses.pausedUntil('client', later)).toBe(later + PAUSE);
});
