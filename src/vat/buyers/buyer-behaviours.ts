import { problem } from '../../engine/problems/problem.ts';
import { key } from '../../engine/sandbox/collection.ts';
import { type Schemas, defineBehaviours } from '../behaviour.ts';
import { reassessOrdersOf } from '../compliance/reassess-orders.ts';
import { pageOf } from '../page.ts';
import { startCheck } from '../vies/run-check.ts';
import { type BuyerRecord, buyers, toBuyer } from './buyer.ts';
import { changeBuyer } from './change-buyer.ts';
import { findBuyerOfSeller } from './find-buyer.ts';
import { isAsRequested, openBuyer } from './open-buyer.ts';

/** Buyers: created or synced under a natural key, listed, read, changed. */
export const buyerBehaviours = defineBehaviours({
  upsertBuyer: async ({ body, seller, work }) => {
    const known = await work.findFirst(buyers, key('natural', seller, body.vatNumber));
    if (known !== undefined) return { status: 200, body: toBuyer(checkSameBody(known, body)) };
    const buyer = await work.insert(buyers, ({ random }) => openBuyer(body, { seller, now: work.now, random }));
    // Assumption: vies-check-on-creation.
    await startCheck(work, buyer);
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

  getBuyer: async ({ path, seller, work }) => ({
    status: 200,
    body: toBuyer(await findBuyerOfSeller(work, seller, path.buyerId)),
  }),

  updateBuyer: async ({ path, body, seller, work, checkVersion }) => {
    const buyer = await findBuyerOfSeller(work, seller, path.buyerId);
    checkVersion(toBuyer(buyer));
    const changed = changeBuyer(buyer, body, work.now);
    if (changed === buyer) return { status: 200, body: toBuyer(buyer) };
    await work.update(buyers, buyer, changed);
    await reassessOrdersOf(work, buyer.uuid);
    return { status: 200, body: toBuyer(changed) };
  },
});

/** "409 with the current resource when the body differs (use PATCH)." */
const checkSameBody = (known: BuyerRecord, body: Schemas['BuyerRequest']): BuyerRecord => {
  if (isAsRequested(known, body)) return known;
  throw problem('resource-exists-different-body', {
    detail: `Seller ${known.seller} has a buyer with VAT number ${known.vatNumber} and other data: change it with PATCH, as ${known.uuid}.`,
    currentResource: toBuyer(known),
  });
};
