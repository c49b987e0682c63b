import { findAuthorized, findBelowSeller } from '../api/find-record.ts';
import { defined } from '../../kernel/defined.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { key } from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { pageOf } from '../api/page.ts';
import { violation, problem } from '../policy/problem.ts';
import { buyers } from '../buyers/buyer.ts';
import { openOrder, type OrderRecord, orders, toCreateRequest, toOrder } from './order.ts';
import { checkStep, moveOrder } from './order-steps.ts';
import { readSellerCheck } from '../policy/authorize.ts';
import { ensureRecheck, settleNewOrder, settleOrder } from '../compliance/settle-order.ts';
import { checkUnblocked } from '../compliance/check-unblocked.ts';

/** Orders: create by natural key, read, find by VIN, cancel. */
export const orderBehaviours = defineBehaviours({
  createOrder: ({ body, seller, organization, work }) => {
    const known = work.findFirst(orders, key('natural', seller, body.externalOrderId));
    if (known !== undefined) return { status: 200, body: toOrder(checkSameBody(known, body)) };
    const buyer = work.get(buyers, body.buyerId.toLowerCase());
    if (buyer?.seller !== seller)
      throw problem('not-found', {
        detail: `Seller ${seller} has no buyer ${body.buyerId}: create the buyer first, or use the uuid from its creation response.`,
      });
    checkUnblocked('createOrder', buyer, work.assumed);
    const partner = organization?.sellers.find(({ uuid }) => uuid === seller) ?? { uuid: seller };
    if (work.assumed.has('order-total-amount=refused')) checkTotal(body);
    const order = work.insert(orders, ({ random }) =>
      settleNewOrder(openOrder(body, { uuid: drawUuid(random), seller: partner, now: work.now }), buyer),
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
