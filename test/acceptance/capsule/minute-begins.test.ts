import { afterAll, expect, test } from '@jest/globals';
import { readCapsule } from '../../../src/commands/capsule/read-capsule.ts';
import { replayCapsule } from '../../support/replay.ts';
import type { Clock } from '../../../src/kernel/clock.ts';
import { createApiClient } from '../../support/api-client.ts';
import { sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

import { TEST_NOW } from '../../support/test-clock.ts';
import { SELLER, succeed } from '../../support/workflow.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

const MINUTE = 60_000;

/** The server reads its clock fewer times for one call. */
const READINGS = 25;

/** Each reading takes a millisecond, so that a minute can begin at any point of a call. */
let now = TEST_NOW;
const clock: Clock = { now: () => now++, elapsed: () => now - TEST_NOW };

const toNextMinute = (): void => {
  now = Math.ceil(now / MINUTE) * MINUTE;
};
const toReadingsBeforeMinute = (readings: number): void => {
  now = Math.ceil((now + READINGS) / MINUTE) * MINUTE - readings;
};

const started = await closedBy(afterAll).start({ clock, delays: 'skip' });
const api = createApiClient(started.mock, clock);

/** Lets the minute begin at every point of the call, one after the other. */
const replayOf = async (prepare: () => Promise<void>, call: () => Promise<number>) => {
  const admin = createAdminClient(started);
  succeed(await admin('POST', '/reset'));
  succeed(await admin('POST', '/capsule/start'));
  const statuses = new Set<number>();
  for (let readings = 1; readings <= READINGS; readings++) {
    await prepare();
    toReadingsBeforeMinute(readings);
    statuses.add(await call());
  }
  const { text } = succeed(await admin('GET', '/capsule'));
  const report = await replayCapsule(readCapsule(text, 'capsule.json'));
  return { statuses: [...statuses], difference: report.difference };
};

/** Makes the budget of this minute differ from that of the next. */
const countOne = async (): Promise<void> => {
  toNextMinute();
  await api.get('/me');
};

test.each<[string, number, () => Promise<{ readonly status: number }>]>([
  ['reads', 200, () => api.get('/orders')],
  ['writes', 201, () => api.post(`/partners/${SELLER}/orders`, sampleOrder({ externalOrderId: `O-${String(now)}` }))],
  ['is invalid', 422, () => api.post(`/partners/${SELLER}/orders`, {})],
  ['is no operation', 404, () => api.get('/nowhere')],
])('a call that %s is replayed in the minute in which it counted', async (_what, status, call) => {
  const replayed = await replayOf(countOne, async () => (await call()).status);
  expect(replayed).toEqual({ statuses: [status], difference: undefined });
});

test('a call that its budget refused is refused in the replay', async () => {
  const call = async (): Promise<number> => (await api.post('/webhooks', {})).status;
  const replayed = await replayOf(async () => {
    toNextMinute();
    // The budget, and what a burst admits.
    for (let counted = 0; counted < 11; counted++) expect(await call()).toBe(422);
  }, call);
  expect(replayed).toEqual({ statuses: expect.arrayContaining([422, 429]), difference: undefined });
});
