import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DeliveryRule } from '../../../../src/generated/control-schemas.ts';
import type { DeliveryRecord } from '../../../../src/engine/webhooks/delivery.ts';
import { type Receiver, startReceiver } from '../../../support/receiver.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { type World, startWorld } from '../start-world.ts';

const HOUR = 3_600_000;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const start = (rules: readonly DeliveryRule[], chance = 'seed'): Promise<World> =>
  startWorld({ rules: [{ by: 'scenario test', since: TEST_NOW, chance, rules }] });

const anyRule: fc.Arbitrary<DeliveryRule> = fc.record(
  {
    events: fc.constantFrom(['compliance.*'], ['prospect.*'], ['webhook.*', 'compliance.decision_made']),
    share: fc.constantFrom(0.3, 0.7),
    outcomes: fc.array(
      fc.constantFrom(200, 410, 500, 'pass' as const, 'timeout' as const, 'reset' as const, 'refused' as const),
      { minLength: 1, maxLength: 12 },
    ),
    delay: fc.constantFrom('PT1S', 'PT10M', 'P1D'),
    duplicate: fc.integer({ min: 2, max: 4 }),
    reorder: fc.constant(true as const),
    signature: fc.constantFrom('stale', 'missing', 'altered-body', 'wrong-secret', 'future'),
  },
  { requiredKeys: [] },
);

interface Told {
  readonly history: readonly DeliveryRecord[];
  readonly isPaused: boolean;
  /** Bodies, by path. */
  readonly came: readonly string[];
}

const play = async (rules: readonly DeliveryRule[], steps: readonly number[], path: string): Promise<Told> => {
  const world = await start(rules);
  const { id } = await world.register(receiver.urlOf(path), ['compliance.*', 'prospect.*', 'webhook.*']);
  for (const wait of steps) {
    await world.happen();
    await world.advance(wait);
  }
  await world.advance(200 * HOUR);
  const history = await world.history(id);
  const isPaused = (await world.endpoint(id))?.status === 'PAUSED';
  await world.stop();
  return { history, isPaused, came: receiver.received.filter((each) => each.path === path).map(({ raw }) => raw) };
};

test('whatever the rules, every event ends, nothing invented is sent, and the same seed does the same', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRule, { minLength: 1, maxLength: 3 }),
      fc.array(fc.constantFrom(0, 1000, 90_000, 3 * HOUR), { minLength: 1, maxLength: 6 }),
      async (rules, steps) => {
        const path = `/run-${String(++runs)}`;
        const one = await play(rules, steps, path);
        for (const { status, nextRetryAt, attempts, tries } of one.history) {
          expect(nextRetryAt).toBeNull();
          // Twenty failures in a row end them all.
          if (!one.isPaused) expect(['DELIVERED', 'FAILED']).toContain(status);
          expect(attempts).toBeLessThanOrEqual(10);
          expect(tries.filter(({ isCopy }) => isCopy !== true)).toHaveLength(attempts);
        }
        const sent = one.history.flatMap(({ tries }) =>
          tries.filter(({ chaos }) => chaos?.did.some((did) => did.startsWith('outcome')) !== true),
        );
        expect(one.came).toHaveLength(sent.length);
        const other = await play(rules, steps, `${path}-again`);
        expect(other.history).toEqual(one.history);
        expect([...other.came].sort()).toEqual([...one.came].sort());
      },
    ),
    { numRuns: 25 },
  );
});

test('a pause drops what is held back, and nobody waits for it afterwards', async () => {
  const world = await startWorld({
    rules: [{ by: 'scenario test', since: TEST_NOW, chance: '', rules: [{ reorder: true }] }],
  });
  const { id } = await world.register(receiver.urlOf('/pause'), ['compliance.*']);
  await world.happen();
  await world.advance(1000);
  await world.call('updateWebhook', { path: { id }, body: { status: 'PAUSED' } });
  await world.call('updateWebhook', { path: { id }, body: { status: 'ACTIVE' } });
  // The next one changes places with nobody who will never come.
  const next = await world.happen();
  await world.advance(60_000);
  const came = receiver.received.filter(({ path }) => path === '/pause').map(({ body }) => body.id as string);
  expect(came).toEqual([next]);
  await world.stop();
});
