import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { checkAuthorized } from '../api/check-authorized.ts';
import { problem } from '../policy/problem.ts';
import { type BuyerRecord, buyers } from './buyer.ts';

/** The buyer in a path below a seller; 404 if that seller has no such buyer. */
export const findBuyerOfSeller = async (work: Reading, seller: string, uuid: string): Promise<BuyerRecord> => {
  const buyer = await work.get(buyers, uuid.toLowerCase());
  if (buyer?.seller === seller) return buyer;
  throw problem('not-found', { detail: `Seller ${seller} has no buyer ${uuid}.` });
};

/** The buyer in a path without a seller. Assumption: unauthorized-resource-status. */
export const findBuyer = async (
  work: Reading,
  organization: CallerOrganization | undefined,
  uuid: string,
): Promise<BuyerRecord> => {
  const buyer = await work.get(buyers, uuid.toLowerCase());
  if (buyer === undefined) throw problem('not-found', { detail: `Buyer ${uuid} does not exist.` });
  checkAuthorized(organization, buyer.seller, `buyer ${uuid}`);
  return buyer;
};

/** A buyer that a stored record refers to; buyers are never removed. */
export const getBuyerOf = async (work: Reading, uuid: string): Promise<BuyerRecord> => {
  const buyer = await work.get(buyers, uuid);
  if (buyer === undefined) throw new Error(`there is no buyer ${uuid}`);
  return buyer;
};
