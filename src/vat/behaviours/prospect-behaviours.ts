import { key } from '../../engine/sandbox/collection.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { pageOf } from '../api/page.ts';
import { problem } from '../policy/problem.ts';
import { prospects, toProspect } from '../prospects/prospect.ts';

/** Prospects as their seller sees them; created only through public links. */
export const prospectBehaviours = defineBehaviours({
  listProspects: async ({ query, seller, work }) => ({
    status: 200,
    body: await pageOf(work, prospects, [key('seller', seller)], query, toProspect),
  }),

  getProspect: async ({ path, seller, work }) => {
    const prospect = await work.get(prospects, path.uuid.toLowerCase());
    if (prospect?.seller !== seller)
      throw problem('not-found', { detail: `Seller ${seller} has no prospect ${path.uuid}.` });
    return { status: 200, body: toProspect(prospect) };
  },
});
