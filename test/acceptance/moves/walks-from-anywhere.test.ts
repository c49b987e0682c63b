import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { beginnings, choices, goals, walk } from './walk.ts';
import { isLongForm, runs } from '../../support/long-form.ts';

// Many orders, on a machine that may be busy.
jest.setTimeout(600_000);

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
// Fails if an answer violated the description.
afterAll(() => started.stop());

test('every call that next offers for an order in any status succeeds when it is sent as it is, and so on from there', async () => {
  const made = new Set<string>();
  await fc.assert(
    fc.asyncProperty(beginnings, choices, goals, async (beginning, picks, status) => {
      for (const title of await walk(started, beginning, picks, { status })) made.add(title.split(' ')[0] ?? '');
    }),
    { numRuns: runs({ short: 15, long: 700 }), endOnFailure: true },
  );
  // A few walks may miss any one of them.
  const all = ['Submit', 'Upload', 'Correct', 'Pay', 'Confirm', 'Revoke', 'Archive', 'Request', 'Cancel', 'Let'];
  if (isLongForm) expect([...made]).toEqual(expect.arrayContaining(all));
  expect(made.size).toBeGreaterThan(3);
});
