import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { checkAuthorized } from '../api/check-authorized.ts';
import { problem } from '../policy/problem.ts';
import { type OrderRecord, orders } from './order.ts';

/** The order in a path below a seller; 404 if that seller has no such order. */
export const findOrderOfSeller = async (work: Reading, seller: string, uuid: string): Promise<OrderRecord> => {
  const order = await work.get(orders, uuid.toLowerCase());
  if (order?.seller === seller) return order;
  throw problem('not-found', { detail: `Seller ${seller} has no order ${uuid}.` });
};

/**
 * The order in a path without a seller. An order of another organization is 404; one of a seller that is not (or no
 * longer) authorized is 403. Assumption: unauthorized-resource-status.
 */
export const findOrder = async (
  work: Reading,
  organization: CallerOrganization | undefined,
  uuid: string,
): Promise<OrderRecord> => {
  const order = await work.get(orders, uuid.toLowerCase());
  if (order === undefined) throw problem('not-found', { detail: `Order ${uuid} does not exist.` });
  checkAuthorized(organization, order.seller, `order ${uuid}`);
  return order;
};
