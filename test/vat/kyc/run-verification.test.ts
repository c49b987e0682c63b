import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  rejectVerification,
  startVerification,
  type KycVerificationRecord,
} from '../../../src/vat/kyc/kyc-verification.ts';
import type { BuyerRecord } from '../../../src/vat/buyers/buyer.ts';
import { MINUTE, SECOND, type World, openWorld } from '../vies/open-world.ts';

let world: World;
let buyer: BuyerRecord;
let order: string;
beforeEach(async () => {
  world = await openWorld();
  buyer = await world.createBuyer('DE100', { kycMode: 'SERVICE_LED' });
  order = await world.takeToTheRoad(buyer);
  await world.pass(MINUTE);
});
afterEach(() => world.close());

const start = async (): Promise<KycVerificationRecord> => {
  const current = await world.buyer(buyer.uuid);
  return world.transact((work) => startVerification(work, current));
};

test('verified after a minute: the event, then what it means for the order', async () => {
  const { sessionId } = await start();
  await world.pass(MINUTE - SECOND);
  expect((await world.order(order)).compliance.blockers).toMatchObject([{ code: 'KYC_PENDING' }]);
  expect(await world.events()).toEqual([]);
  await world.pass(SECOND);
  expect((await world.events()).map(({ type, seller, data }) => ({ type, seller, data }))).toEqual([
    {
      type: 'kyc.verification_completed',
      seller: buyer.seller,
      data: { buyerUuid: buyer.uuid, outcome: 'VERIFIED', sessionId, completedAt: '2026-11-20T09:02:00.000Z' },
    },
    {
      type: 'compliance.status_changed',
      seller: buyer.seller,
      data: { orderUuid: order, previousStatus: 'INCOMPLETE', currentStatus: 'VALID', blockers: [] },
    },
  ]);
  expect((await world.buyer(buyer.uuid)).version).toBe(1);
});

test('rejected by a simulator, for its reason; the session ends once', async () => {
  const { sessionId } = await start();
  await world.pass(10 * SECOND);
  await world.transact((work) => rejectVerification(work, buyer.uuid, 'Listed in a sanctions list.'));
  await world.pass(10 * MINUTE);
  expect(await world.events()).toMatchObject([
    {
      type: 'kyc.verification_completed',
      data: {
        outcome: 'REJECTED',
        sessionId,
        completedAt: '2026-11-20T09:01:10.000Z',
        reason: 'Listed in a sanctions list.',
      },
    },
    { type: 'compliance.status_changed', data: { currentStatus: 'INVALID' } },
  ]);
  expect((await world.order(order)).compliance.blockers).toMatchObject([
    { code: 'KYC_REJECTED', message: expect.stringContaining('Listed in a sanctions list.') },
  ]);
});

test('nothing to reject: refused, and nothing changes', async () => {
  await expect(world.transact((work) => rejectVerification(work, buyer.uuid, 'No.'))).rejects.toMatchObject({
    members: { type: 'milestone-not-reached', status: 409 },
  });
  await start();
  await world.pass(MINUTE);
  const before = await world.events();
  await expect(world.transact((work) => rejectVerification(work, buyer.uuid, 'No.'))).rejects.toMatchObject({
    members: { type: 'milestone-not-reached' },
  });
  expect(await world.events()).toEqual(before);
});

test('rejected, started again, verified', async () => {
  await start();
  await world.transact((work) => rejectVerification(work, buyer.uuid, 'Unreadable documents.'));
  await start();
  expect(await world.buyer(buyer.uuid)).toMatchObject({ kyc: { status: 'PENDING' } });
  await world.pass(MINUTE);
  expect((await world.buyer(buyer.uuid)).kyc).toEqual({ status: 'VERIFIED' });
  expect((await world.order(order)).compliance.status).toBe('VALID');
});
