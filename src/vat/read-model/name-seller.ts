import type { CallerSeller } from '../policy/own-members.ts';

/** A seller with its name; null if the organization no longer lists it. */
export const nameSeller = (uuid: string, sellers: readonly CallerSeller[]) => ({
  uuid,
  companyName: sellers.find((seller) => seller.uuid === uuid)?.companyName ?? null,
});
