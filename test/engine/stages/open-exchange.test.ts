import { expect, test } from '@jest/globals';
import { openExchange } from '../../../src/engine/stages/open-exchange.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { TEST_NOW, createTestClock } from '../../support/test-clock.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { partsOf, runOn } from './exchange-of.ts';

const start = () => {
  const clock = createTestClock();
  const stage = openExchange(partsOf({ clock, random: createRandom('seed') }));
  return {
    clock,
    open: (traceparent?: string) =>
      runOn(stage, { request: requestOf({ headers: traceparent === undefined ? {} : { traceparent } }) }),
  };
};

test('an exchange gets ids from the seed, and its time', async () => {
  const { clock, open } = start();
  clock.advance(250);
  const first = await open();
  expect(first).toMatchObject({ receivedAt: TEST_NOW + 250, startedAt: 250 });
  expect(first).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
  });
  const other = start();
  other.clock.advance(250);
  expect(await other.open()).toEqual(first);
  expect(await open()).not.toMatchObject({ id: (first as { id: string }).id });
});

test.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c'],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
  ['nonsense', undefined],
])('of traceparent %s the trace id is %s', async (traceparent, expected) => {
  const { traceId } = (await start().open(traceparent)) as { traceId: string };
  if (expected === undefined) expect(traceparent).not.toContain(traceId);
  else expect(traceId).toBe(expected);
});
