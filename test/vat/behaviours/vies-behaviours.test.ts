import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { viesChecks } from '../../../src/vat/vies/vies-check.ts';
import { type Service, buyerBody, createSteps, isoOf, openService, orderBody } from '../open-service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;

let service: Service;
let steps: ReturnType<typeof createSteps>;
beforeEach(() => {
  service = openService();
  steps = createSteps(service);
});
afterEach(() => service.stop());

const createBuyer = async (vatNumber: string): Promise<string> =>
  String((await service.call('upsertBuyer', { body: buyerBody({ vatNumber }) })).body.uuid);
const request = (buyerId: string) => service.call('requestViesCheck', { path: { buyerId } });
const read = async (buyerId: string, checkId: string) =>
  (await service.call('getViesCheck', { path: { buyerId, checkId } })).body as Record<string, unknown>;

test('a check: PENDING at once, answered after two seconds, with nothing more than it has', async () => {
  const buyer = await createBuyer('DE136695976');
  await service.pass(MINUTE);
  const { status, body } = await request(buyer);
  const pending = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    buyerUuid: buyer,
    vatNumber: 'DE136695976',
    result: 'PENDING',
    requestedAt: isoOf(service.now()),
    checkedAt: null,
  };
  expect({ status, body }).toEqual({ status: 202, body: pending });
  expect(Object.keys(body)).not.toContain('reason');
  await service.pass(2 * SECOND - 1);
  expect(await read(buyer, body.id)).toEqual(body);
  await service.pass(1);
  expect(await read(buyer, body.id)).toEqual({ ...body, result: 'VALID', checkedAt: isoOf(service.now()) });
  expect(Object.keys(await read(buyer, body.id))).not.toContain('reason');
});

test('may be assumed to be answered at once', async () => {
  service.assume('vies-answer-time=at-once');
  const buyer = await createBuyer('DE100');
  const { id } = (await request(buyer)).body;
  await service.pass(0);
  expect((await read(buyer, id))['result']).toBe('VALID');
});

describe('a VIES that cannot be reached', () => {
  test('PENDING for 30 seconds, UNKNOWN then, and asked again every five minutes', async () => {
    const buyer = await createBuyer('DE300');
    const { body } = await request(buyer);
    await service.pass(30 * SECOND - 1);
    expect(await read(buyer, body.id)).toEqual(body);
    await service.pass(1);
    const unknown = {
      ...body,
      result: 'UNKNOWN',
      checkedAt: isoOf(service.now()),
      reason: expect.stringMatching(/^SERVICE_UNAVAILABLE: /),
    };
    expect(await read(buyer, body.id)).toEqual(unknown);
    await service.pass(5 * MINUTE - 1);
    expect(await read(buyer, body.id)).toEqual(unknown);
    await service.pass(1);
    expect(await read(buyer, body.id)).toEqual({ ...unknown, checkedAt: isoOf(service.now()) });
  });

  test('is asked again about each buyer that waits', async () => {
    const buyers = [await createBuyer('DE300'), await createBuyer('AT300')];
    const checks = await Promise.all(buyers.map(async (buyer) => String((await request(buyer)).body.id)));
    await service.pass(30 * SECOND + 5 * MINUTE);
    for (const [index, buyer] of buyers.entries())
      expect((await read(buyer, checks[index] ?? ''))['checkedAt']).toBe(isoOf(service.now()));
  });
});

test('a failure is announced with what was before it, and told to the orders', async () => {
  const buyer = await createBuyer('NL100200');
  await service.pass(10 * SECOND);
  const order = await steps.order(buyer);
  await request(buyer);
  await service.pass(2 * SECOND);
  const [failed, ...others] = await service.events();
  expect(failed).toMatchObject({ type: 'kyc.vies_check_failed' });
  expect(failed?.data).toEqual({
    buyerUuid: buyer,
    vatNumber: 'NL100200',
    previousResult: 'VALID',
    currentResult: 'INVALID',
    checkedAt: isoOf(service.now()),
    reason: expect.stringMatching(/\w+ \w+/),
  });
  expect(others.map(({ type }) => type)).toEqual(['compliance.status_changed']);
  const { body } = await service.call('getOrderCompliance', { path: { uuid: order } });
  expect(body).toMatchObject({ status: 'INVALID', viesResult: 'INVALID' });
  await request(buyer);
  await service.pass(DAY);
  expect((await service.events()).filter(({ type }) => type === 'kyc.vies_check_failed')).toHaveLength(1);
});

test.each([
  ['vies-failure-emission=every-invalid', 'DE200', 2],
  ['vies-failure-emission=after-valid', 'DE200', 0],
  ['vies-failure-emission=after-valid', 'DE100200', 1],
  [undefined, 'DE200', 1],
  [undefined, 'DE100200', 1],
] as const)('%s: of %s so many failures are announced', async (choice, vatNumber, count) => {
  if (choice !== undefined) service.assume(choice);
  const buyer = await createBuyer(vatNumber);
  await service.pass(10 * SECOND);
  await request(buyer);
  await service.pass(10 * SECOND);
  expect((await service.events()).map(({ type }) => type)).toEqual(
    Array.from({ length: count }, () => 'kyc.vies_check_failed'),
  );
});

describe('the daily re-check', () => {
  const checksOf = async (): Promise<number> =>
    (await service.sandbox.read((work) => work.page(viesChecks, { page: 0, size: 1 }))).total;

  test('of a buyer with an open order, exactly a day later, and no other', async () => {
    await createBuyer('AT100');
    const buyer = await createBuyer('DE100');
    await steps.order(buyer);
    await service.pass(DAY - 1);
    expect(await checksOf()).toBe(2);
    await service.pass(1);
    expect(await checksOf()).toBe(3);
  });

  test('is asked for once, however many orders the buyer has', async () => {
    const buyer = await createBuyer('DE100');
    await steps.order(buyer);
    await service.pass(DAY / 2);
    await service.call('createOrder', { body: orderBody(buyer, { externalOrderId: 'ORD-2' }) });
    await service.pass(DAY);
    expect(await checksOf()).toBe(2);
  });

  test('of two buyers, each', async () => {
    await steps.order(await createBuyer('DE100'));
    await steps.order(await createBuyer('AT100'), { externalOrderId: 'ORD-2' });
    await service.pass(DAY);
    expect(await checksOf()).toBe(4);
  });

  test('ends with the last open order', async () => {
    const uuid = await steps.order(await createBuyer('DE100'));
    await service.call('cancelOrder', { path: { uuid } });
    await service.pass(3 * DAY);
    expect(await checksOf()).toBe(1);
  });

  test('asks nothing new while a check waits for VIES', async () => {
    await steps.order(await createBuyer('DE300'));
    await service.pass(3 * DAY);
    expect(await checksOf()).toBe(1);
  });
});

describe('verdicts that VIES may be assumed to recompute', () => {
  const judged = async (vatNumber: string): Promise<readonly [buyer: string, order: string]> => {
    const buyer = await createBuyer(vatNumber);
    await service.pass(10 * SECOND);
    const order = await steps.order(buyer, { externalOrderId: vatNumber });
    await steps.takeToTheRoad(order);
    await steps.arrive(order);
    return [buyer, order];
  };
  const statusOf = async (uuid: string): Promise<string> =>
    String((await service.call('getOrder', { path: { uuid } })).body.status);

  test('a failure after the verdict: only where that is assumed', async () => {
    const [buyer, order] = await judged('DE100200');
    await request(buyer);
    await service.pass(10 * SECOND);
    expect(await statusOf(order)).toBe('COMPLIANCE_VALID');

    service.assume('verdict-recomputation=vies-too');
    const [other, judgedToo] = await judged('AT100200');
    await request(other);
    await service.pass(10 * SECOND);
    expect([await statusOf(judgedToo), await statusOf(order)]).toEqual(['COMPLIANCE_INVALID', 'COMPLIANCE_VALID']);
  });

  test('an outage recomputes nothing', async () => {
    service.assume('verdict-recomputation=vies-too');
    const [buyer, order] = await judged('DE100300');
    await request(buyer);
    await service.pass(MINUTE);
    expect(await statusOf(order)).toBe('COMPLIANCE_VALID');
  });
});
