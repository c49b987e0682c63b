import { describe, expect, test } from '@jest/globals';
import { Problem } from '../../../src/kernel/problem.ts';
import {
  ORDER_STATUSES,
  ORDER_STEPS,
  type OrderStep,
  type OrderStepName,
  checkStep,
  moveOrder,
} from '../../../src/vat/orders/order-steps.ts';
import type { OrderStatus } from '../../../src/vat/orders/order.ts';
import { sampleOrderRecord } from '../../support/sample-records.ts';

const names = Object.keys(ORDER_STEPS) as OrderStepName[];

const refusalOf = (run: () => void): Problem['members'] | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.members;
    throw error;
  }
};

describe.each(names)('%s', (name) => {
  const step: OrderStep = ORDER_STEPS[name];

  test.each(ORDER_STATUSES)('of an order that is %s', (status) => {
    const refusal = refusalOf(() => {
      checkStep(name, sampleOrderRecord(undefined, { status }));
    });
    if (step.moves[status] !== undefined) expect(refusal).toBeUndefined();
    else if (step.early.includes(status)) expect(refusal).toMatchObject({ status: 409, type: 'milestone-not-reached' });
    else expect(refusal).toMatchObject({ status: 409, type: 'milestone-already-set' });
    if (refusal !== undefined) expect(refusal.detail).toContain(status);
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

test('nothing leaves a cancelled order, and every other status can be reached from CREATED', () => {
  const next = (status: OrderStatus): OrderStatus[] =>
    names.flatMap((name) => [...((ORDER_STEPS[name] as OrderStep).moves[status] ?? [])]);
  const reached = new Set<OrderStatus>(['CREATED']);
  for (const status of reached) for (const to of next(status)) reached.add(to);
  expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  expect(next('CANCELLED')).toEqual([]);
});
