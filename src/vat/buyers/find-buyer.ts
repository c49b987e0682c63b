import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { findAuthorized, findBelowSeller } from '../api/find-record.ts';
import { type BuyerRecord, buyers } from './buyer.ts';

const BUYER = { name: 'buyer', collection: buyers } as const;

/** The buyer in a path below a seller; 404 if that seller has no such buyer. */
export const findBuyerOfSeller = (work: Reading, seller: string, uuid: string): BuyerRecord =>
  findBelowSeller(work, BUYER, seller, uuid);

/** The buyer in a path without a seller; 404 or 403 if the organization may not see it. */
export const findBuyer = (work: Reading, organization: CallerOrganization | undefined, uuid: string): BuyerRecord =>
  findAuthorized(work, BUYER, organization, uuid);

/** A buyer that a stored record refers to; buyers are never removed. */
export const getBuyerOf = (work: Reading, uuid: string): BuyerRecord => {
  const buyer = work.get(buyers, uuid);
  if (buyer === undefined) throw new Error(`there is no buyer ${uuid}`);
  return buyer;
};
