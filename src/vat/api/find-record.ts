import type { CallerOrganization, Collection, Reading } from '../../engine/sdk.ts';
import { problem } from '../policy/problem.ts';

interface SellerRecord {
  readonly seller: string;
}

/** A kind of record as error messages name it. */
const nameOf = <T>({ name }: Collection<T>): string => name.replace(/s$/, '');

/** The record in a path below a seller; 404 if that seller has no such record. */
export const findBelowSeller = <T extends SellerRecord>(
  work: Reading,
  collection: Collection<T>,
  seller: string,
  id: string,
): T => {
  const record = work.get(collection, id.toLowerCase());
  if (record?.seller === seller) return record;
  throw problem('not-found', `Seller ${seller} has no ${nameOf(collection)} ${id}.`);
};

/**
 * The record in a path without a seller. One of another organization is 404; one of a seller that is not (or no longer)
 * authorized is 403. Assumption: unauthorized-resource-status.
 */
export const findAuthorized = <T extends SellerRecord>(
  work: Reading,
  collection: Collection<T>,
  organization: CallerOrganization | undefined,
  id: string,
): T => {
  const record = work.get(collection, id.toLowerCase());
  const name = nameOf(collection);
  if (record === undefined)
    throw problem('not-found', `${name.charAt(0).toUpperCase()}${name.slice(1)} ${id} does not exist.`);
  checkAuthorized(organization, record.seller, `${name} ${id}`);
  return record;
};

/** Checks that the record in the path belongs to a seller of the caller's organization. Throws 403. */
const checkAuthorized = (organization: CallerOrganization | undefined, seller: string, what: string): void => {
  if (organization?.sellers.some(({ uuid }) => uuid === seller) === true) return;
  throw problem(
    'forbidden',
    `The ${what} belongs to seller ${seller}, which is not an authorized partner of your organization.`,
  );
};
