import type { UnitOfWork } from '../../sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, heldBackAt } from '../model/delivery.ts';
import { scheduleAttempt } from '../model/start-delivery.ts';

/** Maximum time to hold back an event that no other event follows. Milliseconds on the sandbox clock. */
const HELD_AT_MOST = 60_000;

/** Postpones the first attempt of a delivery. */
export const holdBack = (work: UnitOfWork, deliveryId: string, until: number): void => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery !== undefined) scheduleAttempt(work, delivery, until);
};

/**
 * Swaps neighbours: of two deliveries to one webhook endpoint, the first is held back and the second is sent
 * immediately. Decided in a transaction, so that deliveries due at the same time do not all wait for each other.
 */
export const takeTurn = (work: UnitOfWork, deliveryId: string): void => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery === undefined) return;
  const held = work.findFirst(deliveries, heldBackAt(delivery.endpointId));
  if (held === undefined) {
    work.update(deliveries, delivery, { ...delivery, reorderRole: { kind: 'held-back' } });
    scheduleAttempt(work, delivery, work.now + HELD_AT_MOST);
  } else {
    work.update(deliveries, held, { ...held, reorderRole: { kind: 'was-held-back' } });
    work.update(deliveries, delivery, { ...delivery, reorderRole: { kind: 'goes-first', before: held.id } });
    scheduleAttempt(work, delivery, work.now);
  }
};

/** After an attempt: schedules the delivery that was held back for it. */
export const releaseNextTurn = (work: UnitOfWork, { reorderRole }: Pick<DeliveryRecord, 'reorderRole'>): void => {
  if (reorderRole?.kind !== 'goes-first') return;
  const follower = work.get(deliveries, reorderRole.before);
  // Already sent because its hold timed out, or no longer to be sent.
  if (follower?.attempts === 0 && follower.nextRetryAt !== null) scheduleAttempt(work, follower, work.now);
};
