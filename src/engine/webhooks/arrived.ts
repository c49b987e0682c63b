import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type ArrivedDelivery, deliveries, ofEvent } from './model/delivery.ts';

/**
 * A successful replay marks its event as delivered, along with every earlier delivery
 * of the event to the same webhook endpoint that has no attempt left. Assumption: delivery-replay.
 */
export const settleEarlier = (work: UnitOfWork, replay: ArrivedDelivery): void => {
  const { id, endpointId, eventId, httpStatus, lastAttemptAt } = replay;
  for (const delivery of work.findAll(deliveries, ofEvent(eventId))) {
    if (delivery.id === id || delivery.endpointId !== endpointId) continue;
    if (delivery.status === 'DELIVERED' || delivery.nextRetryAt !== null) continue;
    work.update(deliveries, delivery, { ...delivery, status: 'DELIVERED', httpStatus, lastAttemptAt });
  }
};
