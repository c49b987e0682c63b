import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { OrderRecord, PaymentRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from './outstanding.ts';

/** The payment as the API shows it, with the current status of its order. */
export const toPayment = (payment: PaymentRecord, order: OrderRecord): Schemas['Payment'] => ({
  uuid: payment.uuid,
  orderUuid: order.uuid,
  amount: payment.amount,
  paidAt: payment.paidAt,
  ...(payment.reference === undefined ? {} : { reference: payment.reference }),
  ...(payment.documentId === undefined ? {} : { documentId: payment.documentId }),
  outstandingAmount: { value: toAmount(outstandingOf(order)), currency: order.totalAmount.currency },
  orderStatus: order.status,
  createdAt: toIsoDateTime(payment.createdAt),
});
