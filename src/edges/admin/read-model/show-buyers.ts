import { showBuyer } from '../../../control/read-model/buyer-detail.ts';
import { listBuyers } from '../../../control/read-model/buyer-list.ts';
import { listViesOutages, switchVies } from '../../../control/read-model/vies-outages.ts';
import { problem } from '../../../engine/problems/problem.ts';
import { VIES_PREFIXES } from '../../../vat/vat-numbers/vat-number.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';
import { toListOutcome } from '../parameters/list-page.ts';
import { SUMMARY_LIMIT } from './summary-limit.ts';

/** The buyers of a sandbox as a console shows them, and the state of VIES by country. */
export const showBuyers = defineBehaviours({
  listBuyers: async ({ sandbox, owner, query }) => {
    const { limit = SUMMARY_LIMIT, page = 0, ...filters } = query;
    const { shown, total } = await listBuyers({ sandbox, sellers: owner.sellers }, filters, { page, limit });
    return toListOutcome(shown, { page, limit }, total);
  },
  showBuyer: async ({ sandbox, owner, path: { uuid } }) =>
    ok(await showBuyer({ sandbox, sellers: owner.sellers }, uuid)),
  listViesOutages: async ({ sandbox }) => ok(await listViesOutages(sandbox)),
  setViesOutage: async ({ sandbox, path: { country }, body }) => {
    if (country !== 'all' && !VIES_PREFIXES.includes(country))
      throw problem('not-found', {
        detail: `VIES does not cover ${country}: use "all" or one of ${VIES_PREFIXES.join(', ')}.`,
      });
    await switchVies(sandbox, country, body);
    return ok(await listViesOutages(sandbox));
  },
});
