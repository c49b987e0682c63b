import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { findAuthorized, findBelowSeller } from '../api/find-record.ts';
import { type OrderRecord, orders } from './order.ts';

const ORDER = { name: 'order', collection: orders } as const;

/** The order in a path below a seller; 404 if that seller has no such order. */
export const findOrderOfSeller = (work: Reading, seller: string, uuid: string): OrderRecord =>
  findBelowSeller(work, ORDER, seller, uuid);

/** The order in a path without a seller; 404 or 403 if the organization may not see it. */
export const findOrder = (work: Reading, organization: CallerOrganization | undefined, uuid: string): OrderRecord =>
  findAuthorized(work, ORDER, organization, uuid);
