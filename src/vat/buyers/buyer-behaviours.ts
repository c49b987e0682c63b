import { findBelowSeller } from '../api/find-record.ts';
import { key } from '../../engine/sdk.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { pageOf } from '../api/page.ts';
import { problem } from '../policy/problem.ts';
import { type BuyerRecord, buyers, toBuyer, changeBuyer, isAsRequested, openBuyer } from './buyer.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';
import { startCheck } from '../vies/run-check.ts';

/** Buyers: create or sync by natural key, list, read, change. */
export const buyerBehaviours = defineBehaviours({
  upsertBuyer: ({ body, seller, work }) => {
    const known = work.findFirst(buyers, key('natural', seller, body.vatNumber));
    if (known !== undefined) return { status: 200, body: toBuyer(checkSameBody(known, body)) };
    const buyer = work.insert(buyers, ({ random }) => openBuyer(body, { seller, now: work.now, random }));
    if (!work.assumed.has('vies-check-on-creation=on-request')) startCheck(work, buyer);
    return { status: 201, body: toBuyer(buyer) };
  },

  listBuyers: async ({ query, seller, work }) => {
    const { vatNumber, status } = query;
    const filters = [
      ...(vatNumber === undefined ? [] : [key('natural', seller, vatNumber)]),
      ...(status === undefined ? [] : [key('status', seller, status)]),
    ];
    const keys = filters.length > 0 ? filters : [key('seller', seller)];
    return { status: 200, body: await pageOf(work, buyers, keys, query, toBuyer) };
  },

  getBuyer: ({ path, seller, work }) => ({
    status: 200,
    body: toBuyer(findBelowSeller(work, buyers, seller, path.buyerId)),
  }),

  updateBuyer: async ({ path, body, seller, work, checkVersion }) => {
    const buyer = findBelowSeller(work, buyers, seller, path.buyerId);
    checkVersion(toBuyer(buyer));
    const changed = changeBuyer(buyer, body, work.now);
    if (changed === buyer) return { status: 200, body: toBuyer(buyer) };
    work.update(buyers, buyer, changed);
    await reassessOrdersOf(work, buyer.uuid);
    return { status: 200, body: toBuyer(changed) };
  },
});

/** "409 with the current resource when the body differs (use PATCH)." */
const checkSameBody = (known: BuyerRecord, body: Schemas['BuyerRequest']): BuyerRecord => {
  if (isAsRequested(known, body)) return known;
  throw problem('resource-exists-different-body', {
    detail: `Seller ${known.seller} already has a buyer with VAT number ${known.vatNumber} and different data: use buyer ${known.uuid}, or change it with PATCH.`,
    currentResource: toBuyer(known),
  });
};
