import { key } from '../../engine/sandbox/collection.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { findBelowSeller } from '../api/find-record.ts';
import { pageOf } from '../api/page.ts';
import { prospects, toProspect } from '../prospects/prospect.ts';

/** Prospects as their seller sees them; created only through public links. */
export const prospectBehaviours = defineBehaviours({
  listProspects: async ({ query, seller, work }) => ({
    status: 200,
    body: await pageOf(work, prospects, [key('seller', seller)], query, toProspect),
  }),

  getProspect: ({ path, seller, work }) => ({
    status: 200,
    body: toProspect(findBelowSeller(work, { name: 'prospect', collection: prospects }, seller, path.uuid)),
  }),
});
