import type { Collection } from '../../engine/sandbox/collection.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import { problem } from '../policy/problem.ts';

/** The record with a given uuid. Throws 404. */
export const findTarget = <T>(work: Reading, collection: Collection<T>, name: string, uuid: string): T => {
  const record = work.get(collection, uuid.toLowerCase());
  if (record === undefined) throw unknownTarget(name, uuid);
  return record;
};

export const targetOrder = (work: Reading, uuid = ''): OrderRecord => findTarget(work, orders, 'order', uuid);

export const targetBuyer = (work: Reading, uuid = ''): BuyerRecord => findTarget(work, buyers, 'buyer', uuid);

export const unknownTarget = (name: string, id: string): Error =>
  problem('not-found', { detail: `The sandbox has no ${name} ${id}.` });

/** "409 with the reason when illegal": the outcome is impossible in the target's current state. */
export const illegal = (detail: string): Error => problem('milestone-not-reached', { detail });
