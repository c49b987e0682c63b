import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, ofEvent } from './model/delivery.ts';

/**
 * "Any | 2xx answer | DELIVERED": a replay that arrives delivers its event, and with it every earlier delivery of the
 * event to the same webhook endpoint of which nothing more is sent. Assumption: delivery-replay.
 */
export const settleEarlier = async (work: UnitOfWork, replay: DeliveryRecord): Promise<void> => {
  const { id, endpointId, eventId, httpStatus, lastAttemptAt } = replay;
  for (const delivery of await work.findAll(deliveries, ofEvent(eventId))) {
    const isOver = delivery.status !== 'DELIVERED' && delivery.nextRetryAt === null;
    if (delivery.id === id || delivery.endpointId !== endpointId || !isOver) continue;
    await work.update(deliveries, delivery, { ...delivery, status: 'DELIVERED', httpStatus, lastAttemptAt });
  }
};
