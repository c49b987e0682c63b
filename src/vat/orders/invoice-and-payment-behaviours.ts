import { findBelowSeller } from '../api/find-record.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { toInvoice, submitInvoice, outstandingOf, toPayment } from './invoices-and-payments.ts';
import { checkCurrency, checkStep, moveOrder } from './order-steps.ts';
import { invoiceOf, orders, type PaymentRecord } from './order.ts';
import { checkOrderUnblocked } from '../compliance/check-unblocked.ts';
import { settleOrder } from '../compliance/settle-order.ts';
import { createRandom } from '../../kernel/random.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { checkReference } from '../documents/document.ts';

/** The invoices of an order: a preliminary and a final one. */
export const invoiceBehaviours = defineBehaviours({
  submitInvoice: ({ path, body, seller, work }) => {
    const order = findBelowSeller(work, orders, seller, path.uuid);
    checkStep('submitInvoice', order);
    checkOrderUnblocked(work, 'submitInvoice', order);
    checkCurrency(body.amount, order);
    const { order: changed, type, isFirst } = submitInvoice(order, body, work.now);
    const settled = settleOrder(work, order, changed);
    const invoice = invoiceOf(settled, type);
    if (invoice === undefined) throw new Error(`the ${type} invoice of order ${order.uuid} was not stored`);
    return { status: isFirst ? 201 : 200, body: toInvoice(invoice, settled) };
  },

  listInvoices: ({ path, seller, work }) => {
    const order = findBelowSeller(work, orders, seller, path.uuid);
    return { status: 200, body: { data: order.invoices.map((invoice) => toInvoice(invoice, order)) } };
  },
});

/** "Payment: submit proof of payment and trigger pickup readiness." */
export const paymentBehaviours = defineBehaviours({
  submitPayment: ({ path, body, seller, work }) => {
    const order = findBelowSeller(work, orders, seller, path.uuid);
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
