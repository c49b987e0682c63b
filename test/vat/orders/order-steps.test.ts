import { describe, expect, test } from '@jest/globals';
import { ORDER_STATUSES, ORDER_STEPS, checkStep, moveOrder } from '../../../src/vat/orders/order-steps.ts';
import type { OrderStatus } from '../../../src/vat/orders/order.ts';
import { sampleOrderRecord } from '../../support/sample-records.ts';
import { refusalIn } from '../../support/refusal-of.ts';

const names = Object.keys(ORDER_STEPS) as (keyof typeof ORDER_STEPS)[];

describe.each(names)('%s', (name) => {
  const step = ORDER_STEPS[name];

  test.each(ORDER_STATUSES)('of an order that is %s', (status) => {
    const refusal = refusalIn(() => {
      checkStep(name, sampleOrderRecord(undefined, { status }));
    });
    if (step.moves[status] !== undefined) expect(refusal).toBeUndefined();
    else if (step.early.includes(status)) expect(refusal).toMatchObject({ status: 409, type: 'milestone-not-reached' });
    else expect(refusal).toMatchObject({ status: 409, type: 'milestone-already-set' });
    if (refusal === undefined) return;
    expect(refusal.detail).toContain(status);
    expect(refusal.detail.startsWith(step.label)).toBe(true);
    expect(refusal.extensions).toEqual({ orderStatus: status });
  });

  test('leads nowhere but where the table says', () => {
    for (const status of ORDER_STATUSES)
      for (const to of ORDER_STATUSES) {
        const move = (): OrderStatus => moveOrder(name, sampleOrderRecord(undefined, { status }), to).status;
        if (step.moves[status]?.includes(to) === true) expect(move()).toBe(to);
        else expect(move).toThrow(/has no such move/);
      }
  });
});

test.each([
  ['submitPayment', 'invoice'],
  ['confirmPickup', 'paid in full'],
  ['revokePickup', 'no pickup'],
  ['confirmDelivery', 'pickup must be confirmed'],
] as const)('%s comes too early, and the refusal names what has to come first: %s', (name, first) => {
  const refusal = refusalIn(() => {
    checkStep(name, sampleOrderRecord(undefined, { status: 'CREATED' }));
  });
  expect(refusal?.detail).toContain(first);
});

describe('a cancellation after the verdict goes through support', () => {
  const exportFile = { documentId: 'd', version: 1, decision: 'VALID_EXPORT' as const, generatedAt: 0 };

  test.each<[OrderStatus, string]>([
    ['COMPLIANCE_VALID', 'is already COMPLIANCE_VALID'],
    ['TRANSPORT_COMPLETED', 'has had a verdict'],
  ])('%s', (status, words) => {
    const order = sampleOrderRecord(undefined, { status, exportFile });
    expect(
      refusalIn(() => {
        checkStep('cancelOrder', order);
      }),
    ).toMatchObject({
      status: 409,
      type: 'milestone-already-set',
      detail: expect.stringContaining(words),
      extensions: { orderStatus: status },
    });
    // Other steps do not ask for it: corrected data can lead to another verdict.
    expect(
      refusalIn(() => {
        checkStep('submitInvoice', order);
      }),
    ).toBeUndefined();
  });
});

test('a step that does not move the order gives back the same order', () => {
  const order = sampleOrderRecord(undefined, { status: 'INVOICE_SUBMITTED' });
  expect(moveOrder('submitInvoice', order, 'INVOICE_SUBMITTED')).toBe(order);
  expect(moveOrder('cancelOrder', order, 'CANCELLED')).toEqual({ ...order, status: 'CANCELLED' });
});

test('nothing leaves a cancelled order, and every other status can be reached from CREATED', () => {
  const next = (status: OrderStatus): OrderStatus[] =>
    names.flatMap((name) => [...(ORDER_STEPS[name].moves[status] ?? [])]);
  const reached = new Set<OrderStatus>(['CREATED']);
  for (const status of reached) for (const to of next(status)) reached.add(to);
  expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  expect(next('CANCELLED')).toEqual([]);
});
