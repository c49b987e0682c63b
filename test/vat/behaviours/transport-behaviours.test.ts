import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ORDER_STEPS } from '../../../src/vat/orders/order-steps.ts';
import { OTHER_VIN, VIN } from '../../support/sample-records.ts';
import {
  ORGANIZATION,
  STRANGER,
  type Service,
  UNKNOWN,
  createSteps,
  isoOf,
  openService,
  vehicle,
} from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
beforeEach(() => {
  service = openService();
  steps = createSteps(service);
});
afterEach(() => service.stop());

const BOTH = [vehicle(VIN), vehicle(OTHER_VIN)];

/** An order that can be picked up. */
const ready = async (vins: readonly object[] = [vehicle()], buyer: object = {}): Promise<string> => {
  const order = await steps.order(await steps.buyer(buyer), { vins });
  await steps.invoice(order);
  await steps.pay(order);
  return order;
};

const statusOf = async (uuid: string): Promise<string> =>
  String((await service.call('getOrder', { path: { uuid } })).body.status);

test('a pickup, a delivery: the transport as it stands after each', async () => {
  const order = await ready(BOTH);
  const created = (await service.call('getTransport', { path: { uuid: order } })).body;
  expect(created).toEqual({
    orderUuid: order,
    status: 'NOT_STARTED',
    vins: [
      { vin: VIN, status: 'NOT_STARTED' },
      { vin: OTHER_VIN, status: 'NOT_STARTED' },
    ],
    revocations: [],
    version: 1,
    updatedAt: isoOf(service.now()),
  });
  expect(Object.keys(created.vins[0])).toEqual(['vin', 'status']);

  await service.pass(60_000);
  const pickedUpAt = isoOf(service.now());
  const pickedUp = await steps.pickUp(order, { pickedUpAt });
  expect([pickedUp.status, pickedUp.body]).toEqual([
    200,
    {
      ...created,
      status: 'IN_TRANSIT',
      vins: [
        { vin: VIN, status: 'IN_TRANSIT', pickup: { confirmedAt: pickedUpAt } },
        { vin: OTHER_VIN, status: 'IN_TRANSIT', pickup: { confirmedAt: pickedUpAt } },
      ],
      version: 2,
      updatedAt: pickedUpAt,
    },
  ]);
  expect(Object.keys(pickedUp.body.vins[0])).toEqual(['vin', 'status', 'pickup']);

  await service.pass(60_000);
  const deliveredAt = isoOf(service.now());
  const delivered = await steps.deliver(order, { deliveredAt, vins: [OTHER_VIN] });
  expect(delivered).toMatchObject({
    status: 200,
    body: {
      status: 'PARTIAL',
      vins: [{ status: 'IN_TRANSIT' }, { status: 'DELIVERED', delivery: { confirmedAt: deliveredAt } }],
      version: 3,
    },
  });
  expect(await statusOf(order)).toBe('TRANSPORT_IN_PROGRESS');
  await steps.deliver(order);
  expect(await statusOf(order)).toBe('TRANSPORT_COMPLETED');
});

test('a revocation is audited: which vehicles, why, when', async () => {
  const order = await ready(BOTH);
  await steps.pickUp(order);
  await service.pass(60_000);
  expect(await steps.revoke(order, { vins: [OTHER_VIN], reason: 'Wrong truck' })).toMatchObject({
    status: 200,
    body: {
      status: 'IN_TRANSIT',
      vins: [{ status: 'IN_TRANSIT' }, { status: 'NOT_STARTED' }],
      revocations: [{ vins: [OTHER_VIN], reason: 'Wrong truck', revokedAt: isoOf(service.now()) }],
    },
  });
  expect(await statusOf(order)).toBe('TRANSPORT_IN_PROGRESS');
});

describe('the delivery and the pickup in time', () => {
  test('a delivery before the pickup of one of its vehicles names that one', async () => {
    const order = await ready(BOTH);
    await steps.pickUp(order, { vins: [VIN], pickedUpAt: '2026-11-18T08:00:00Z' });
    await steps.pickUp(order, { vins: [OTHER_VIN], pickedUpAt: '2026-11-19T08:00:00+01:00' });
    const deliveredAt = '2026-11-19T06:59:59Z';
    const refusal = await service.refusal('confirmDelivery', { body: { orderUuid: order, deliveredAt } });
    expect(refusal).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'deliveredAt',
          rejectedValue: deliveredAt,
          message: expect.stringMatching(new RegExp(`${OTHER_VIN}.*2026-11-19T08:00:00\\+01:00`)),
        },
      ],
    });
    // Where it is too early for both, the first of them is named.
    const earlier = { orderUuid: order, deliveredAt: '2020-01-01T00:00:00Z' };
    expect((await service.refusal('confirmDelivery', { body: earlier })).errors?.[0]?.message).toContain(VIN);
    // The other one was on the road by then.
    await steps.deliver(order, { deliveredAt, vins: [VIN] });
    // At the very instant, in another time zone, is not before.
    expect((await steps.deliver(order, { deliveredAt: '2026-11-19T07:00:00Z' })).body.status).toBe('DELIVERED');
  });

  test('may be assumed not to matter', async () => {
    const order = await ready();
    await steps.pickUp(order, { pickedUpAt: '2026-11-18T08:00:00Z' });
    service.assume('delivery-before-pickup=accepted');
    expect((await steps.deliver(order, { deliveredAt: '2020-01-01T00:00:00Z' })).status).toBe(200);
  });
});

describe('evidence that a step names', () => {
  const uploaded = async (order: string, type: string, change: object = {}): Promise<string> =>
    String((await steps.upload(order, type, change)).body.id);

  test.each([
    ['confirmPickup', 'PICKUP_DECLARATION', 'pickup', 'pickedUpAt'],
    ['confirmDelivery', 'DELIVERY_DECLARATION', 'delivery', 'deliveredAt'],
  ] as const)(
    '%s: is kept with each vehicle, upper case or not',
    async (operation, declaration, milestone, instant) => {
      const order = await ready(BOTH);
      if (operation === 'confirmDelivery') await steps.pickUp(order);
      const cmr = await uploaded(order, 'CMR');
      const paper = await uploaded(order, declaration);
      const at = isoOf(service.now());
      const body = {
        orderUuid: order,
        [instant]: at,
        cmrDocumentId: cmr.toUpperCase(),
        declarationDocumentId: paper.toUpperCase(),
      };
      const { vins } = (await service.call(operation, { body })).body;
      const kept = { confirmedAt: at, cmrDocumentId: cmr, declarationDocumentId: paper };
      expect(vins.map((vin: Record<string, unknown>) => vin[milestone])).toEqual([kept, kept]);
    },
  );

  test.each([
    ['confirmPickup', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION', 'pickedUpAt'],
    ['confirmDelivery', 'DELIVERY_DECLARATION', 'PICKUP_DECLARATION', 'deliveredAt'],
  ] as const)('%s: of the wrong kind is 422 at its member', async (operation, right, wrong, instant) => {
    const order = await ready();
    if (operation === 'confirmDelivery') await steps.pickUp(order);
    const cmr = await uploaded(order, 'CMR');
    const other = await uploaded(order, wrong);
    const refusalOf = (named: object) =>
      service.refusal(operation, { body: { orderUuid: order, [instant]: isoOf(service.now()), ...named } });
    expect(await refusalOf({ cmrDocumentId: other })).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'cmrDocumentId',
          message: `must be the id of a CMR, but is the id of a ${wrong}`,
          rejectedValue: other,
        },
      ],
    });
    for (const id of [cmr, other])
      expect(await refusalOf({ declarationDocumentId: id })).toMatchObject({
        status: 422,
        errors: [
          {
            field: 'declarationDocumentId',
            message: expect.stringContaining(`must be the id of a ${right}`),
            rejectedValue: id,
          },
        ],
      });
  });

  test('about another vehicle than those of the step is 422', async () => {
    const order = await ready(BOTH);
    const cmr = await uploaded(order, 'CMR', { vin: OTHER_VIN });
    const paper = await uploaded(order, 'PICKUP_DECLARATION', { vin: OTHER_VIN });
    for (const named of [{ cmrDocumentId: cmr }, { declarationDocumentId: paper }])
      expect(
        await service.refusal('confirmPickup', {
          body: { orderUuid: order, pickedUpAt: isoOf(service.now()), vins: [VIN], ...named },
        }),
      ).toMatchObject({
        status: 422,
        errors: [{ field: Object.keys(named)[0], message: expect.stringContaining(OTHER_VIN) }],
      });
  });
});

describe('who may, and when', () => {
  const STEPS = ['confirmPickup', 'revokePickup', 'confirmDelivery'] as const;
  const bodyOf = (orderUuid: string): object => ({
    orderUuid,
    pickedUpAt: '2026-11-18T08:00:00Z',
    deliveredAt: '2026-11-19T08:00:00Z',
    reason: 'Wrong truck',
  });

  test.each(STEPS)('%s: of an order that is authorized', async (step) => {
    const order = await ready();
    const organization = { ...ORGANIZATION, sellers: [{ uuid: STRANGER }] };
    expect((await service.refusal(step, { body: bodyOf(order), organization })).status).toBe(403);
    expect((await service.refusal(step, { body: bodyOf(UNKNOWN) })).status).toBe(404);
  });

  test('the transport, too, is read by those who are authorized', async () => {
    const path = { uuid: await ready() };
    const organization = { ...ORGANIZATION, sellers: [] };
    expect((await service.refusal('getTransport', { path, organization })).status).toBe(403);
  });

  test.each([
    ['confirmPickup', ORDER_STEPS.confirmPickup.label],
    ['revokePickup', ORDER_STEPS.revokePickup.label],
    ['confirmDelivery', ORDER_STEPS.confirmDelivery.label],
  ] as const)('%s: not of an order that has not come so far', async (step, label) => {
    const refusal = await service.refusal(step, { body: bodyOf(await steps.begin()) });
    expect(refusal).toMatchObject({
      status: 409,
      type: 'milestone-not-reached',
      extensions: { orderStatus: 'CREATED' },
    });
    expect(refusal.detail).toContain(label);
  });

  test.each([
    ['confirmPickup', 'IN_TRANSIT', 'milestone-already-set', ORDER_STEPS.confirmPickup.label],
    ['revokePickup', 'NOT_STARTED', 'milestone-not-reached', ORDER_STEPS.revokePickup.label],
    ['confirmDelivery', 'NOT_STARTED', 'milestone-not-reached', ORDER_STEPS.confirmDelivery.label],
  ] as const)('%s: not of a vehicle that is %s', async (step, standing, type, label) => {
    const order = await ready(BOTH);
    await steps.pickUp(order, { vins: [VIN] });
    const vin = standing === 'IN_TRANSIT' ? VIN : OTHER_VIN;
    const refusal = await service.refusal(step, { body: { ...bodyOf(order), vins: [vin] } });
    expect(refusal).toMatchObject({ status: 409, type, extensions: { vin, transportStatus: standing } });
    expect(refusal.detail).toContain(label);
  });

  test('a buyer whom VIES does not confirm has nothing picked up; what is on the road arrives, or turns round', async () => {
    const order = await ready(BOTH, { vatNumber: 'DE100200' });
    await steps.pickUp(order, { vins: [VIN] });
    const { buyerId } = (await service.call('getOrder', { path: { uuid: order } })).body;
    await service.call('requestViesCheck', { path: { buyerId } });
    await service.pass(10_000);
    expect((await service.refusal('confirmPickup', { body: bodyOf(order) })).type).toBe('buyer-blocked');
    expect((await steps.revoke(order)).status).toBe(200);
    expect(await statusOf(order)).toBe('READY_FOR_PICKUP');
  });
});
