import { defineBehaviours } from '../api/behaviour.ts';
import { toInvoice } from '../invoices/invoice.ts';
import { submitInvoice } from '../invoices/submit-invoice.ts';
import { checkCurrency } from '../orders/check-currency.ts';
import { findOrderOfSeller } from '../orders/find-order.ts';
import { checkStep } from '../orders/order-steps.ts';
import { checkOrderUnblocked } from '../verdict/check-unblocked.ts';
import { settleOrder } from '../verdict/settle-order.ts';

/** The invoices of an order: a preliminary and a final one. */
export const invoiceBehaviours = defineBehaviours({
  submitInvoice: ({ path, body, seller, work }) => {
    const order = findOrderOfSeller(work, seller, path.uuid);
    checkStep('submitInvoice', order);
    checkOrderUnblocked(work, 'submitInvoice', order);
    checkCurrency(body.amount, order);
    const { order: changed, type, isFirst } = submitInvoice(order, body, work.now);
    const settled = settleOrder(work, order, changed);
    const invoice = settled.invoices.find((stored) => stored.type === type);
    if (invoice === undefined) throw new Error(`the ${type} invoice of order ${order.uuid} was not stored`);
    return { status: isFirst ? 201 : 200, body: toInvoice(invoice, settled) };
  },

  listInvoices: ({ path, seller, work }) => {
    const order = findOrderOfSeller(work, seller, path.uuid);
    return { status: 200, body: { data: order.invoices.map((invoice) => toInvoice(invoice, order)) } };
  },
});
