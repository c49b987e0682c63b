import { expect, test } from '@jest/globals';
import { AS_USUAL, carryOut } from '../../../../src/engine/webhooks/faults.ts';

test.each([
  [199, 1],
  [200, 3],
  [204, 3],
  [299, 3],
  [300, 1],
  [500, 1],
])('copies follow when the receiver has taken the first: after %d it is sent %d times', async (httpStatus, times) => {
  const { copies } = await carryOut({ ...AS_USUAL, copies: 2 }, () => Promise.resolve({ httpStatus }));
  expect(copies).toHaveLength(times - 1);
});
