import { expect, test } from '@jest/globals';
import { limitFiles } from '../../../src/edges/console/file-routes.ts';
import type { ApiRequest } from '../../../src/kernel/http.ts';
import { createTestClock } from '../../support/test-clock.ts';

test('an address loads so many files in a minute, and others are not concerned', async () => {
  const clock = createTestClock();
  const refused: string[] = [];
  const load = limitFiles(() => Promise.resolve({ status: 200, headers: {} }), {
    senderOf: ({ path }) => path,
    clock,
    refuseSlowly: (address, refusal) => {
      refused.push(address);
      return Promise.reject(refusal);
    },
    perMinute: 2,
  });
  const from = (path: string) => load({ path } as ApiRequest);
  await from('one');
  await from('one');
  await expect(from('one')).rejects.toMatchObject({
    members: {
      status: 429,
      detail: 'This address loaded 2 files of the console within a minute, which is the most. Retry in 60 seconds.',
      headers: { 'retry-after': '60' },
    },
  });
  expect(await from('other')).toMatchObject({ status: 200 });
  expect(refused).toEqual(['one']);
  clock.advance(60_000);
  expect(await from('one')).toMatchObject({ status: 200 });
});
