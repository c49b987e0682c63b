import { key } from '../../engine/sandbox/collection.ts';
import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { type OrderRecord, hasVerdict } from '../../vat/orders/order.ts';
import { viesChecks } from '../../vat/vies/vies-check.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/** The checks and verifications of its buyer that ended while the order was open, in order. */
export const readDoneJobs = async (reading: Reading, order: OrderRecord): Promise<readonly TimelineEntry[]> => {
  const ended = endOf(order);
  const isOfOrder = (buyerUuid: string, at: number | null): at is number =>
    buyerUuid === order.buyerId && at !== null && at >= order.createdAt && at <= ended;
  const found: TimelineEntry[] = [];
  for (const { id, buyerUuid, vatNumber, result, checkedAt } of await readWhole(reading, viesChecks))
    if (isOfOrder(buyerUuid, checkedAt)) found.push(toEntry(id, `VIES check of ${vatNumber}`, result, checkedAt));
  for (const session of await reading.findAll(kycVerifications, key('buyer', order.buyerId)))
    if (isOfOrder(session.buyerUuid, session.completedAt))
      found.push(toEntry(session.sessionId, 'KYC verification of the buyer', session.status, session.completedAt));
  return found.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
};

const toEntry = (id: string, title: string, status: string, at: number): TimelineEntry => ({
  at: toIsoDateTime(at),
  kind: 'job',
  id,
  title,
  status,
});

/** When changes of the buyer ceased to affect the order. */
const endOf = (order: OrderRecord): number => {
  if (order.cancellation !== undefined) return order.cancellation.cancelledAt;
  return hasVerdict(order) ? (order.exportFile?.generatedAt ?? Infinity) : Infinity;
};
