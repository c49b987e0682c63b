import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  confirmDelivery,
  confirmPickup,
  overallStatusOf,
  revokePickup,
  selectVins,
  transportStatusOf,
} from '../../../src/vat/transport/transport.ts';
import type { MilestoneRecord, OrderRecord, VinRecord } from '../../../src/vat/orders/order.ts';
import { sampleOrderRecord } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { refusalIn } from '../../support/refusal-of.ts';

const STANDINGS = ['NOT_STARTED', 'IN_TRANSIT', 'DELIVERED'] as const;
type Standing = (typeof STANDINGS)[number];

const pickup: MilestoneRecord = { confirmedAt: '2026-11-18T08:00:00Z' };
const delivery: MilestoneRecord = { confirmedAt: '2026-11-19T08:00:00Z' };
const VINS = ['WVWZZZ1KZ6W386752', 'WBA3A5C50CF256551', 'VF1RFB00X56789012'];
const [FIRST = '', SECOND = '', THIRD = ''] = VINS;

const MILESTONES: Readonly<Record<Standing, Partial<VinRecord>>> = {
  NOT_STARTED: {},
  IN_TRANSIT: { pickup },
  DELIVERED: { pickup, delivery },
};

/** An order whose vehicles stand so, one after the other. */
const orderOf = (...standings: readonly Standing[]): OrderRecord => {
  const order = sampleOrderRecord(VINS.slice(0, standings.length), { status: 'TRANSPORT_IN_PROGRESS' });
  return {
    ...order,
    vins: order.vins.map((vin, index) => ({ ...vin, ...MILESTONES[standings[index] ?? 'NOT_STARTED'] })),
  };
};

const standingsOf = ({ vins }: OrderRecord): readonly Standing[] => vins.map(transportStatusOf);

test.each<[string, readonly Standing[]]>([
  ['NOT_STARTED', ['NOT_STARTED', 'NOT_STARTED']],
  ['IN_TRANSIT', ['NOT_STARTED', 'IN_TRANSIT']],
  ['IN_TRANSIT', ['IN_TRANSIT', 'IN_TRANSIT']],
  ['PARTIAL', ['IN_TRANSIT', 'DELIVERED']],
  ['PARTIAL', ['DELIVERED', 'NOT_STARTED']],
  ['DELIVERED', ['DELIVERED', 'DELIVERED']],
])('the transport stands as a whole: %s: %j', (overall, standings) => {
  expect(overallStatusOf(orderOf(...standings))).toBe(overall);
});

describe('the VINs that a step is about', () => {
  test('all that stand where it begins, in the order of the order, when none is named', () => {
    const order = orderOf('IN_TRANSIT', 'NOT_STARTED', 'IN_TRANSIT');
    expect(selectVins(order, undefined, 'IN_TRANSIT', 'A step')).toEqual([FIRST, THIRD]);
    expect(selectVins(order, undefined, 'NOT_STARTED', 'A step')).toEqual([SECOND]);
  });

  test('those that are named, each once', () => {
    const order = orderOf('IN_TRANSIT', 'IN_TRANSIT', 'IN_TRANSIT');
    expect(selectVins(order, [THIRD, FIRST, THIRD], 'IN_TRANSIT', 'A step')).toEqual([THIRD, FIRST]);
  });

  test('a VIN that stands twice in the order is one of them', () => {
    const order = orderOf('IN_TRANSIT', 'IN_TRANSIT');
    const [one] = order.vins;
    const twice = { ...order, vins: [one!, one!] };
    expect(selectVins(twice, undefined, 'IN_TRANSIT', 'A step')).toEqual([FIRST]);
  });

  test('one that is not the order’s is 422 at its place', () => {
    expect(refusalIn(() => selectVins(orderOf('IN_TRANSIT'), [FIRST, THIRD], 'IN_TRANSIT', 'A step'))).toMatchObject({
      status: 422,
      type: 'validation-error',
      errors: [{ field: 'vins[1]', rejectedValue: THIRD, message: expect.stringContaining('VIN') }],
    });
  });

  test.each([
    ['IN_TRANSIT', 'NOT_STARTED', 'milestone-not-reached'],
    ['IN_TRANSIT', 'DELIVERED', 'milestone-already-set'],
    ['NOT_STARTED', 'IN_TRANSIT', 'milestone-already-set'],
    ['NOT_STARTED', 'DELIVERED', 'milestone-already-set'],
  ] as const)('for a step from %s, one that is %s: %s', (from, standing, type) => {
    const refusal = (vin: string) => ({
      status: 409,
      type,
      detail: expect.stringMatching(new RegExp(`^The step is refused.*${vin}`)),
      extensions: { vin, transportStatus: standing },
    });
    expect(refusalIn(() => selectVins(orderOf(from, standing), [SECOND], from, 'The step is refused'))).toMatchObject(
      refusal(SECOND),
    );
    // When none is named and none stands there, it is about the first one.
    expect(
      refusalIn(() => selectVins(orderOf(standing, standing), undefined, from, 'The step is refused')),
    ).toMatchObject(refusal(FIRST));
  });
});

describe('a pickup', () => {
  test('of the chosen vehicles only, and the order is on the road', () => {
    const order = { ...orderOf('NOT_STARTED', 'NOT_STARTED'), status: 'READY_FOR_PICKUP' as const };
    const changed = confirmPickup(order, [SECOND], pickup);
    expect(changed.status).toBe('TRANSPORT_IN_PROGRESS');
    expect(changed.vins.map((vin) => vin.pickup)).toEqual([undefined, pickup]);
  });

  test('of one that is picked up already keeps what was said first', () => {
    const changed = confirmPickup(orderOf('IN_TRANSIT'), [FIRST], { confirmedAt: '2026-11-30T00:00:00Z' });
    expect(changed.vins[0]?.pickup).toEqual(pickup);
  });

  test('revoked: the vehicle waits again, and the revocation is kept behind those before it', () => {
    const order = orderOf('IN_TRANSIT', 'IN_TRANSIT');
    const once = revokePickup(order, [SECOND], { reason: 'Wrong truck', now: TEST_NOW });
    expect([once.status, standingsOf(once)]).toEqual(['TRANSPORT_IN_PROGRESS', ['IN_TRANSIT', 'NOT_STARTED']]);
    const twice = revokePickup(once, [FIRST], { reason: 'Wrong car', now: TEST_NOW + 1 });
    expect([twice.status, standingsOf(twice)]).toEqual(['READY_FOR_PICKUP', ['NOT_STARTED', 'NOT_STARTED']]);
    expect(twice.transport.revocations).toEqual([
      { vins: [SECOND], reason: 'Wrong truck', revokedAt: TEST_NOW },
      { vins: [FIRST], reason: 'Wrong car', revokedAt: TEST_NOW + 1 },
    ]);
  });

  test('a VIN that stands twice, once delivered: the delivered vehicle keeps its pickup', () => {
    const order = orderOf('DELIVERED', 'IN_TRANSIT');
    const twice = { ...order, vins: order.vins.map((record) => ({ ...record, vin: FIRST })) };
    const { vins } = revokePickup(twice, [FIRST], { reason: 'Wrong truck', now: TEST_NOW });
    expect(vins.map((vin) => [vin.pickup, vin.delivery])).toEqual([
      [pickup, delivery],
      [undefined, undefined],
    ]);
  });
});

describe('a delivery', () => {
  test('of the last vehicle completes the transport, of an earlier one does not', () => {
    const one = confirmDelivery(orderOf('IN_TRANSIT', 'IN_TRANSIT'), [SECOND], delivery);
    expect([one.status, standingsOf(one)]).toEqual(['TRANSPORT_IN_PROGRESS', ['IN_TRANSIT', 'DELIVERED']]);
    const all = confirmDelivery(one, [FIRST], { confirmedAt: '2026-11-20T08:00:00Z' });
    expect(all.status).toBe('TRANSPORT_COMPLETED');
    expect(all.vins.map((vin) => vin.delivery?.confirmedAt)).toEqual(['2026-11-20T08:00:00Z', delivery.confirmedAt]);
  });

  test('is kept once, and only of what is on the road', () => {
    const order = orderOf('DELIVERED', 'NOT_STARTED', 'IN_TRANSIT');
    const changed = confirmDelivery(order, VINS, { confirmedAt: '2026-11-30T00:00:00Z' });
    expect(changed.vins.map((vin) => vin.delivery?.confirmedAt)).toEqual([
      delivery.confirmedAt,
      undefined,
      '2026-11-30T00:00:00Z',
    ]);
    expect(changed.status).toBe('TRANSPORT_IN_PROGRESS');
  });
});

test('a pickup that is revoked and confirmed again leaves the vehicles as they were', () => {
  const standings = fc.array(fc.constantFrom(...STANDINGS), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(standings, (drawn) => {
      const order = orderOf(...drawn);
      fc.pre(drawn.includes('IN_TRANSIT'));
      const vins = selectVins(order, undefined, 'IN_TRANSIT', 'A step');
      const revoked = revokePickup(order, vins, { reason: 'Wrong truck', now: TEST_NOW });
      expect(standingsOf(revoked)).not.toContain('IN_TRANSIT');
      expect(confirmPickup(revoked, vins, pickup).vins).toEqual(order.vins);
    }),
  );
});
