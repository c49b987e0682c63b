import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outstandingOf, toAmount } from '../../../src/vat/orders/invoices-and-payments.ts';
import type { PaymentRecord } from '../../../src/vat/orders/order.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

const eur = (value: number) => ({ value, currency: 'EUR' });

const payment = (value: number, change: Partial<PaymentRecord> = {}): PaymentRecord => ({
  uuid: 'e0f1a2b3-c4d5-4e6f-8071-829304a5b6c7',
  amount: eur(value),
  paidAt: '2026-11-18T08:00:00Z',
  createdAt: TEST_NOW,
  ...change,
});

test('what is left and what was paid are the total, as long as no more was paid', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 5 }), fc.nat(6000), (paid, total) => {
      const sum = paid.reduce((one, other) => one + other, 0);
      const left = outstandingOf({ totalAmount: eur(total), payments: paid.map((value) => payment(value)) });
      expect(Number(left)).toBe(Math.max(0, total - sum));
    }),
  );
});

test('an amount is a number as long as that is exact', () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  expect([0n, most].map(toAmount)).toEqual([0, Number.MAX_SAFE_INTEGER]);
  expect(toAmount(most + 2n)).toBe(9_007_199_254_740_993n);
});
