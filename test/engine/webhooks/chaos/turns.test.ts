import { beforeEach, describe, expect, test } from '@jest/globals';
import { jobs } from '../../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { attemptId } from '../../../../src/engine/webhooks/schedule.ts';
import { releaseNextTurn, takeTurn } from '../../../../src/engine/webhooks/faults.ts';
import type { DeliveryRecord } from '../../../../src/engine/webhooks/delivery.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { createDelivery, keepDeliveries, readDelivery } from '../deliveries/create-delivery.ts';

let sandbox: Sandbox;
beforeEach(() => {
  ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
});

const dueAt = async (id: string): Promise<number | undefined> =>
  (await sandbox.read((reading) => reading.get(jobs, attemptId(id))))?.dueAt;

test('only deliveries to one webhook endpoint change places', async () => {
  await keepDeliveries(sandbox, createDelivery({ id: 'a' }), createDelivery({ id: 'b', endpointId: 'wh_2' }));
  await sandbox.transact((work) => takeTurn(work, 'a'));
  await sandbox.transact((work) => takeTurn(work, 'b'));
  expect((await readDelivery(sandbox, 'a'))?.reorderRole).toEqual({ kind: 'held-back' });
  expect((await readDelivery(sandbox, 'b'))?.reorderRole).toEqual({ kind: 'held-back' });
});

describe('whoever was to come after a delivery', () => {
  const follow = async (
    more: Partial<DeliveryRecord>,
    reorderRole: DeliveryRecord['reorderRole'],
  ): Promise<number | undefined> => {
    await keepDeliveries(sandbox, createDelivery({ id: 'follower', ...more }));
    await sandbox.transact((work) => releaseNextTurn(work, reorderRole === undefined ? {} : { reorderRole }));
    return dueAt('follower');
  };
  const before = { kind: 'goes-first', before: 'follower' } as const;

  test('comes now', async () => {
    expect(await follow({}, before)).toBe(TEST_NOW);
  });

  test.each<[string, Partial<DeliveryRecord>, DeliveryRecord['reorderRole']]>([
    ['was sent meanwhile', { attempts: 1 }, before],
    ['is not sent any more', { nextRetryAt: null }, before],
    ['is gone', { id: 'another' }, before],
    ['is nobody', {}, { kind: 'was-held-back' }],
    ['never took a turn', {}, undefined],
  ])('does not come when it %s', async (_what, more, reorderRole) => {
    expect(await follow(more, reorderRole)).toBeUndefined();
  });
});
