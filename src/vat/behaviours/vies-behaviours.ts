import { defineBehaviours } from '../api/behaviour.ts';
import { findBuyerOfSeller } from '../buyers/find-buyer.ts';
import { problem } from '../policy/problem.ts';
import { startCheck } from '../vies/run-check.ts';
import { toViesCheck, viesChecks } from '../vies-checks/vies-check.ts';

/** "VIES checks run asynchronously and do not block other operations." */
export const viesBehaviours = defineBehaviours({
  requestViesCheck: async ({ path, seller, work }) => {
    const buyer = findBuyerOfSeller(work, seller, path.buyerId);
    return { status: 202, body: toViesCheck(await startCheck(work, buyer)) };
  },

  getViesCheck: ({ path, seller, work }) => {
    const { uuid } = findBuyerOfSeller(work, seller, path.buyerId);
    const check = work.get(viesChecks, path.checkId.toLowerCase());
    if (check?.buyerUuid !== uuid)
      throw problem('not-found', { detail: `Buyer ${uuid} has no VIES check ${path.checkId}.` });
    return { status: 200, body: toViesCheck(check) };
  },
});
