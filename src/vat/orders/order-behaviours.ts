import { key } from '../../engine/sdk.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { createRandom } from '../../kernel/random.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { findAuthorized, findBelowSeller } from '../api/find-record.ts';
import { pageOf } from '../api/page.ts';
import { buyers } from '../buyers/buyer.ts';
import { checkOrderUnblocked, checkUnblocked } from '../compliance/judge.ts';
import { ensureRecheck, settleNewOrder, settleOrder } from '../compliance/settle-order.ts';
import { checkReference } from '../documents/document.ts';
import { readSellerCheck } from '../policy/authorize.ts';
import { problem, violation } from '../policy/problem.ts';
import { outstandingOf, submitInvoice, toInvoice, toPayment } from './invoices-and-payments.ts';
import { checkCurrency, checkStep, moveOrder } from './order-steps.ts';
import {
  type OrderRecord,
  type PaymentRecord,
  invoiceOf,
  openOrder,
  orders,
  toCreateRequest,
  toOrder,
} from './order.ts';

/** Orders: create by natural key, read, find by VIN, cancel. */
export const orderBehaviours = defineBehaviours({
  createOrder: ({ body, seller, organization, work }) => {
    const known = work.findFirst(orders, key('natural', seller, body.externalOrderId));
    if (known !== undefined) return { status: 200, body: toOrder(checkSameBody(known, body)) };
    const buyer = work.get(buyers, body.buyerId.toLowerCase());
    if (buyer?.seller !== seller)
      throw problem(
        'not-found',
        `Seller ${seller} has no buyer ${body.buyerId}: create the buyer first, or use the uuid from its creation response.`,
      );
    checkUnblocked('createOrder', buyer, work.assumed);
    const partner = organization?.sellers.find(({ uuid }) => uuid === seller) ?? { uuid: seller };
    if (work.assumed.has('order-total-amount=refused')) checkTotal(body);
    // All orders of a buyer share the text of its uuid.
    const order = work.insert(orders, ({ random }) =>
      settleNewOrder(
        openOrder({ ...body, buyerId: buyer.uuid }, { uuid: drawUuid(random), seller: partner, now: work.now }),
        buyer,
      ),
    );
    ensureRecheck(work, buyer.uuid);
    return { status: 201, body: toOrder(order) };
  },

  getOrder: ({ path, seller, work }) => ({
    status: 200,
    body: toOrder(findBelowSeller(work, orders, seller, path.uuid)),
  }),

  findOrders: async ({ query, sandbox, work }) => {
    const { vin, status } = query;
    const keys = [
      ...(vin === undefined ? [] : [key('vin', vin)]),
      ...(status === undefined ? [] : [key('status', status)]),
    ];
    // "All matches within the authorized partners": orders of a withdrawn seller stay stored, but are not listed.
    const isAuthorized = readSellerCheck(work);
    const isListed = isAuthorized === undefined ? undefined : ({ seller }: OrderRecord) => isAuthorized(seller);
    const page = await pageOf(work, orders, keys, query, toOrder, isListed);
    const vehicles = page.data.reduce((count, { vins }) => count + vins.length, 0);
    if (vehicles <= FEW_VEHICLES) return { status: 200, body: page };
    return { status: 200, content: () => sandbox.inSlices(composeContent(page, VEHICLE_DEPTH)) };
  },

  cancelOrder: ({ path, body, organization, work }) => {
    const order = findAuthorized(work, orders, organization, path.uuid);
    checkStep('cancelOrder', order);
    const cancellation = { cancelledAt: work.now, ...defined({ reason: body?.reason }) };
    const cancelled = { ...moveOrder('cancelOrder', order, 'CANCELLED'), cancellation };
    return { status: 200, body: toOrder(settleOrder(work, order, cancelled)) };
  },
});

/** Up to this number, a list is serialized at once. */
const FEW_VEHICLES = 500;

/** Depth of a vehicle in a list: `data`, its order, `vins`, its place. */
const VEHICLE_DEPTH = 4;

/** Assumption: order-total-amount. */
const checkTotal = ({ vins, totalAmount: { value, currency } }: Schemas['OrderCreateRequest']): void => {
  const sum = vins.reduce((total, { purchaseAmount }) => total + BigInt(purchaseAmount.value), 0n);
  if (sum === BigInt(value) && vins.every(({ purchaseAmount }) => purchaseAmount.currency === currency)) return;
  throw violation('totalAmount', 'must equal the sum of the purchase amounts, all in one currency', value);
};

/** "200 with Order when the same externalOrderId is sent again with the same body. 409 when the body differs." */
const checkSameBody = (known: OrderRecord, body: Schemas['OrderCreateRequest']): OrderRecord => {
  // UUIDs are compared case-insensitively.
  if (isSameJson(toCreateRequest(known), { ...body, buyerId: body.buyerId.toLowerCase() })) return known;
  throw problem('resource-exists-different-body', {
    detail: `Seller ${known.seller} already has an order "${known.externalOrderId}", created at ${toIsoDateTime(known.createdAt)} with a different body: use order ${known.uuid}, or choose another externalOrderId.`,
    currentResource: toOrder(known),
  });
};

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
      uuid: drawUuid(createRandom(`${order.uuid}/payments/${order.payments.length}`)),
      createdAt: work.now,
    };
    const paid = { ...order, payments: [...order.payments, payment] };
    const isPaidInFull = outstandingOf(paid) === 0n;
    const moved = moveOrder('submitPayment', paid, isPaidInFull ? 'READY_FOR_PICKUP' : 'PAYMENT_SUBMITTED');
    return { status: 201, body: toPayment(payment, settleOrder(work, order, moved)) };
  },
});
