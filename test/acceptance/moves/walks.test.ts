import { afterAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { isLongForm, runs } from '../../support/long-form.ts';
import { closedBy } from '../../support/closed-by.ts';

import { beginnings, choices, goals, walk } from './walk.ts';

// Hundreds of orders, on a machine that may be busy.
jest.setTimeout(600_000);

const started = await closedBy(afterAll).start();
// Fails if an answer violated the description.

test('every call that next offers for a new order succeeds when it is sent as it is, and so on from there', async () => {
  await fc.assert(
    fc.asyncProperty(beginnings, choices, async (beginning, picks) => {
      await walk(started, beginning, picks);
    }),
    { numRuns: runs({ short: 50, long: 300 }), endOnFailure: true },
  );
  expect(started.failures).toEqual([]);
});

test('so does every call that it offers for an order in any status', async () => {
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
