import { readOrganizationChange } from '../../engine/sandbox/organization-change.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';

/** Predicate of the sellers authorized after a change; undefined if there is no change of sellers. */
export const readSellerCheck = (reading: Reading): ((seller: string) => boolean) | undefined => {
  const sellers = readOrganizationChange(reading)?.sellers;
  if (sellers === undefined) return undefined;
  const authorized = new Set(sellers.map(({ uuid }) => uuid));
  return (seller) => authorized.has(seller);
};
