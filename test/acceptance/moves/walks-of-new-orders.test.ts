import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { beginnings, choices, walk } from './walk.ts';
import { runs } from '../../support/long-form.ts';

// Hundreds of orders, on a machine that may be busy.
jest.setTimeout(600_000);

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
// Fails if an answer violated the description.
afterAll(() => started.stop());

test('every call that next offers for a new order succeeds when it is sent as it is, and so on from there', async () => {
  await fc.assert(
    fc.asyncProperty(beginnings, choices, async (beginning, picks) => {
      await walk(started, beginning, picks);
    }),
    { numRuns: runs({ short: 50, long: 300 }), endOnFailure: true },
  );
  expect(started.failures).toEqual([]);
});
