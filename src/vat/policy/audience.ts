import type { Audience } from '../../engine/webhooks/fan-out.ts';
import { readSellerCheck } from './seller-check.ts';

/** Which webhook endpoints receive events about a seller. */
export const AUDIENCE: Audience = {
  /** "Omitted means all authorized partners": a withdrawn seller is not one, even if `partnerIds` names it. */
  isHeard: ({ seller }, work) => seller === undefined || (readSellerCheck(work)?.(seller) ?? true),
  /** "Optional `partnerIds` restricts delivery to those sellers"; an event about no seller is not restricted. */
  includes: ({ sellers }, { seller }) => sellers === undefined || seller === undefined || sellers.includes(seller),
};
