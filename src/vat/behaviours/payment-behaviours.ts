import { createRandom } from '../../kernel/random.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { checkReference } from '../documents/check-reference.ts';
import { checkCurrency } from '../orders/check-currency.ts';
import { findOrderOfSeller } from '../orders/find-order.ts';
import { checkStep, moveOrder } from '../orders/order-steps.ts';
import type { PaymentRecord } from '../orders/order.ts';
import { outstandingOf } from '../payments/outstanding.ts';
import { toPayment } from '../payments/payment.ts';
import { checkOrderUnblocked } from '../verdict/check-unblocked.ts';
import { settleOrder } from '../verdict/settle-order.ts';

/** "Payment: submit proof of payment and trigger pickup readiness." */
export const paymentBehaviours = defineBehaviours({
  submitPayment: ({ path, body, seller, work }) => {
    const order = findOrderOfSeller(work, seller, path.uuid);
    checkStep('submitPayment', order);
    checkOrderUnblocked(work, 'submitPayment', order);
    // The schema requires an amount above 0.
    checkCurrency(body.amount, order);
    if (body.documentId !== undefined)
      checkReference(work, order, { field: 'documentId', id: body.documentId, type: 'PROOF_OF_PAYMENT' });
    const payment: PaymentRecord = {
      ...body,
      // Derived from its order and its index there, which no other payment has.
      uuid: drawUuid(createRandom(`${order.uuid}/payments/${String(order.payments.length)}`)),
      createdAt: work.now,
    };
    const paid = { ...order, payments: [...order.payments, payment] };
    const isPaidInFull = outstandingOf(paid) === 0n;
    const moved = moveOrder('submitPayment', paid, isPaidInFull ? 'READY_FOR_PICKUP' : 'PAYMENT_SUBMITTED');
    return { status: 201, body: toPayment(payment, settleOrder(work, order, moved)) };
  },
});
