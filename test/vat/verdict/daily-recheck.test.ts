import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ensureRecheck } from '../../../src/vat/compliance/settle-order.ts';
import { setViesOutage } from '../../../src/vat/vies/vies-check.ts';
import { orders } from '../../../src/vat/orders/order.ts';
import { DAY, MINUTE, type World, openWorld } from '../vies/open-world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const watch = (uuid: string): Promise<void> => world.transact((work) => ensureRecheck(work, uuid));

test('every 24 hours, however often it is asked for', async () => {
  const buyer = await world.createBuyer('DE100');
  await world.takeToTheRoad(buyer);
  await watch(buyer.uuid);
  await world.pass(DAY / 2);
  await watch(buyer.uuid);
  const fired = await world.pass(9.75 * DAY);
  expect(fired.filter(({ kind }) => kind === 'vies-recheck')).toHaveLength(10);
  expect(await world.count('vies-checks')).toBe(11);
});

test('ends with the last open order, and begins anew with the next', async () => {
  const buyer = await world.createBuyer('DE100');
  const uuid = await world.takeToTheRoad(buyer);
  await watch(buyer.uuid);
  const order = await world.order(uuid);
  await world.transact((work) => work.update(orders, order, { ...order, status: 'CANCELLED' }));
  await world.pass(3 * DAY);
  expect([await world.count('vies-checks'), await world.count('jobs')]).toEqual([1, 0]);
  await world.transact((work) => work.update(orders, { ...order, status: 'CANCELLED' }, order));
  await watch(buyer.uuid);
  await world.pass(DAY + MINUTE);
  expect(await world.count('vies-checks')).toBe(2);
});

test('while VIES is down, the check that waits is enough', async () => {
  const buyer = await world.createBuyer('DE100');
  await world.takeToTheRoad(buyer);
  await watch(buyer.uuid);
  await world.pass(MINUTE);
  await world.transact((work) => setViesOutage(work));
  await world.pass(3 * DAY);
  expect(await world.count('vies-checks')).toBe(2);
});

test('an invalid result that lasts is announced once', async () => {
  const buyer = await world.createBuyer('DE200');
  await world.takeToTheRoad(buyer);
  await watch(buyer.uuid);
  await world.pass(3 * DAY);
  expect((await world.events()).filter(({ type }) => type === 'kyc.vies_check_failed')).toMatchObject([
    { data: { previousResult: 'PENDING', currentResult: 'INVALID' } },
  ]);
});
