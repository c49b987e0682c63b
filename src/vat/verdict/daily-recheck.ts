import { key } from '../../engine/sandbox/collection.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { orders } from '../orders/order.ts';

/** "Every 24 hours while an order of the buyer has no verdict." Assumption: vies-recheck. */
const DAY = 86_400_000;

/** Id of the job that checks a buyer again. */
export const recheckOf = (buyerUuid: string): string => `vies-recheck/${buyerUuid}`;

/** Whether an order of the buyer has no verdict yet. */
export const hasOpenOrder = (work: Reading, buyerUuid: string): boolean =>
  work.findFirst(orders, key('open-of-buyer', buyerUuid)) !== undefined;

/** Schedules daily checks of a buyer with an open order. They stop after the last open order. */
export const ensureRecheck = (work: UnitOfWork, buyerUuid: string): void => {
  const id = recheckOf(buyerUuid);
  if (work.get(jobs, id) !== undefined) return;
  work.schedule({ id, kind: 'vies-recheck', dueAt: work.now + DAY, data: { buyerUuid } });
};
