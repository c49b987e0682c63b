import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '../../../src/kernel/problem.ts';
import { startVerification } from '../../../src/vat/kyc/kyc-verification.ts';
import { type Target, SIMULATORS } from '../../../src/vat/simulators/simulators.ts';
import { orders } from '../../../src/vat/orders/order.ts';
import { answerOfOutage } from '../../../src/vat/vies/vies-check.ts';
import { MINUTE, type World, openWorld } from '../vies/open-world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const run = (name: string, target: Target = {}) => world.transact((work) => SIMULATORS.get(name)!.run(work, target));

const refusalOf = async (name: string, target: Target = {}) => {
  const error: unknown = await run(name, target).catch((thrown: unknown) => thrown);
  if (error instanceof Problem) return `${String(error.members.status)} ${error.members.type}: ${error.members.detail}`;
  throw new Error('was not refused', { cause: error });
};

/** Buyers whose numbers VIES confirms and does not confirm, and the status that the newest check came to. */
const confirmed = () => world.createBuyer('DE100', { vies: { result: 'VALID', checkedAt: 0 } });
const denied = () => world.createBuyer('DE200', { vies: { result: 'INVALID', checkedAt: 0 } });
const viesOf = async (uuid: string) => (await world.buyer(uuid)).vies;

test('each says what it needs, what it takes and where it may happen', () => {
  expect([...SIMULATORS.values()].map(({ name, needs, takes }) => ({ name, needs, takes }))).toEqual([
    { name: 'vies_recheck_failed_in_transit', needs: ['orderUuid'], takes: ['reason'] },
    { name: 'vies_check_failed', needs: ['buyerUuid'], takes: ['reason'] },
    { name: 'vies_check_passed', needs: ['buyerUuid'], takes: [] },
    { name: 'vies_outage', needs: [], takes: ['country', 'duration'] },
    { name: 'vies_recovery', needs: [], takes: ['country'] },
    { name: 'kyc_rejected', needs: ['buyerUuid'], takes: ['reason'] },
    { name: 'buyer_blocked', needs: ['buyerUuid'], takes: [] },
    { name: 'buyer_unblocked', needs: ['buyerUuid'], takes: [] },
  ]);
  for (const [name, { requires, name: own }] of SIMULATORS) {
    expect(requires).toMatch(/\w/);
    expect(own).toBe(name);
  }
});

describe('a VIES check', () => {
  test('fails for a reason, once', async () => {
    const { uuid } = await confirmed();
    await run('vies_check_failed', { buyerUuid: uuid.toUpperCase(), reason: 'Struck off.' });
    expect(await viesOf(uuid)).toMatchObject({ result: 'INVALID', reason: 'Struck off.' });
    expect(await refusalOf('vies_check_failed', { buyerUuid: uuid })).toMatch(
      new RegExp(`^409 milestone-not-reached: .*${uuid}.*INVALID`),
    );
  });

  test('fails without a reason of its own with an ordinary one', async () => {
    const { uuid } = await confirmed();
    await run('vies_check_failed', { buyerUuid: uuid });
    expect((await viesOf(uuid)).reason).toBe('The number is no longer registered for intra-Community trade.');
  });

  test('passes, once', async () => {
    const { uuid } = await denied();
    await run('vies_check_passed', { buyerUuid: uuid });
    expect(await viesOf(uuid)).toMatchObject({ result: 'VALID' });
    expect(await refusalOf('vies_check_passed', { buyerUuid: uuid })).toMatch(
      new RegExp(`^409 milestone-not-reached: .*${uuid}.* VALID`),
    );
  });

  test('is of a buyer that there is', async () => {
    expect(await refusalOf('vies_check_passed', { buyerUuid: 'NOBODY' })).toMatch(/^404 not-found: .*buyer NOBODY/);
    expect(await refusalOf('vies_check_failed')).toMatch(/^404 not-found: .*buyer /);
  });
});

describe('a check that fails in transit', () => {
  test('needs an order on the road, of a buyer whom VIES has confirmed', async () => {
    const buyer = await confirmed();
    const orderUuid = await world.takeToTheRoad(buyer);
    await run('vies_recheck_failed_in_transit', { orderUuid: orderUuid.toUpperCase(), reason: 'Struck off.' });
    expect(await viesOf(buyer.uuid)).toMatchObject({ result: 'INVALID', reason: 'Struck off.' });
    expect((await world.order(orderUuid)).compliance.status).toBe('INVALID');
    expect(await refusalOf('vies_recheck_failed_in_transit', { orderUuid })).toMatch(
      new RegExp(`^409 milestone-not-reached: .*${buyer.uuid}.* INVALID.* VALID`),
    );
  });

  test('is refused elsewhere', async () => {
    const orderUuid = await world.takeToTheRoad(await confirmed());
    await world.transact((work) => {
      const order = work.get(orders, orderUuid)!;
      work.update(orders, order, { ...order, status: 'TRANSPORT_COMPLETED' });
    });
    expect(await refusalOf('vies_recheck_failed_in_transit', { orderUuid })).toMatch(
      new RegExp(`^409 milestone-not-reached: .*${orderUuid}.* TRANSPORT_COMPLETED.* TRANSPORT_IN_PROGRESS`),
    );
    expect(await refusalOf('vies_recheck_failed_in_transit', { orderUuid: 'NONE' })).toMatch(
      /^404 not-found: .*order NONE/,
    );
    expect(await refusalOf('vies_recheck_failed_in_transit')).toMatch(/^404 not-found: .*order /);
  });

  test('has an ordinary reason where none is given', async () => {
    const buyer = await confirmed();
    await run('vies_recheck_failed_in_transit', { orderUuid: await world.takeToTheRoad(buyer) });
    expect((await viesOf(buyer.uuid)).reason).toBe('The number is no longer registered for intra-Community trade.');
  });
});

describe('an outage of VIES', () => {
  const answers = (...numbers: string[]) =>
    world.transact((work) => numbers.map((number) => answerOfOutage(work, number) === undefined));

  test('is everywhere and until it is ended, where nothing else is said', async () => {
    await run('vies_outage');
    await world.pass(100 * MINUTE);
    expect(await answers('DE1', 'FR1')).toEqual([false, false]);
    await run('vies_recovery');
    expect(await answers('DE1', 'FR1')).toEqual([true, true]);
  });

  test('is of one country, and ends with its time', async () => {
    await run('vies_outage', { country: 'FR', duration: 'PT10M' });
    expect(await answers('DE1', 'FR1')).toEqual([true, false]);
    await world.pass(10 * MINUTE - 1);
    expect(await answers('FR1')).toEqual([false]);
    await world.pass(1);
    expect(await answers('FR1')).toEqual([true]);
  });

  test('ends for one country', async () => {
    await run('vies_outage', { country: 'FR' });
    await run('vies_outage', { country: 'DE' });
    await run('vies_recovery', { country: 'FR' });
    expect(await answers('DE1', 'FR1')).toEqual([false, true]);
  });

  test('has a duration that can be read', async () => {
    const error: unknown = await run('vies_outage', { duration: 'a day' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ members: { status: 422, errors: [{ field: 'duration', rejectedValue: 'a day' }] } });
  });
});

describe('a verification', () => {
  const pending = async () => {
    const buyer = await world.createBuyer('DE100', { kycMode: 'SERVICE_LED' });
    await world.transact((work) => startVerification(work, buyer));
    return buyer.uuid;
  };

  test('is rejected for a reason', async () => {
    const buyerUuid = await pending();
    await run('kyc_rejected', { buyerUuid, reason: 'Forged.' });
    expect((await world.buyer(buyerUuid)).kyc).toEqual({ status: 'REJECTED', reason: 'Forged.' });
    expect(await refusalOf('kyc_rejected', { buyerUuid })).toMatch(/^409 milestone-not-reached: /);
  });

  test('is rejected for an ordinary reason where none is given', async () => {
    const buyerUuid = await pending();
    await run('kyc_rejected', { buyerUuid });
    expect((await world.buyer(buyerUuid)).kyc.reason).toBe('The documents could not be verified.');
  });
});

describe('a buyer', () => {
  test('is blocked and unblocked, with its orders, and each only once', async () => {
    const buyer = await confirmed();
    const orderUuid = await world.takeToTheRoad(buyer);
    const target = { buyerUuid: buyer.uuid };
    const { version } = await world.buyer(buyer.uuid);
    expect(await refusalOf('buyer_unblocked', target)).toMatch(
      new RegExp(`^409 milestone-not-reached: .*${buyer.uuid}.* ACTIVE`),
    );
    await world.pass(MINUTE);
    const before = (await world.buyer(buyer.uuid)).updatedAt;
    await run('buyer_blocked', target);
    expect(await world.buyer(buyer.uuid)).toMatchObject({ status: 'BLOCKED', version: version + 1 });
    expect((await world.buyer(buyer.uuid)).updatedAt).toBeGreaterThan(before);
    expect((await world.order(orderUuid)).compliance.status).toBe('INVALID');
    expect(await refusalOf('buyer_blocked', target)).toMatch(
      new RegExp(`^409 milestone-not-reached: .*${buyer.uuid}.* BLOCKED`),
    );
    await run('buyer_unblocked', target);
    expect(await world.buyer(buyer.uuid)).toMatchObject({ status: 'ACTIVE', version: version + 2 });
    expect((await world.order(orderUuid)).compliance.status).not.toBe('INVALID');
  });
});
