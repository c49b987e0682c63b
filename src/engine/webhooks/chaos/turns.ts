import type { UnitOfWork } from '../../sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, heldBackAt } from '../model/delivery.ts';
import { scheduleAttempt } from '../model/start-delivery.ts';

/** Maximum time to hold back an event that no other event follows. Milliseconds on the sandbox clock. */
export const HELD_AT_MOST = 60_000;

/** Postpones the first attempt of a delivery. */
export const holdBack = async (work: UnitOfWork, deliveryId: string, until: number): Promise<void> => {
  const delivery = await work.get(deliveries, deliveryId);
  if (delivery !== undefined) await scheduleAttempt(work, delivery, until);
};

/**
 * Swaps neighbours: of two deliveries to one webhook endpoint, the first is held back and the second is sent
 * immediately. Decided in a transaction, so that deliveries due at the same time do not all wait for each other.
 */
export const takeTurn = async (work: UnitOfWork, deliveryId: string): Promise<void> => {
  const delivery = await work.get(deliveries, deliveryId);
  if (delivery === undefined) return;
  const held = await work.findFirst(deliveries, heldBackAt(delivery.endpointId));
  if (held === undefined) {
    await work.update(deliveries, delivery, { ...delivery, reorderRole: { kind: 'held-back' } });
    await scheduleAttempt(work, delivery, work.now + HELD_AT_MOST);
  } else {
    await work.update(deliveries, held, { ...held, reorderRole: { kind: 'was-held-back' } });
    await work.update(deliveries, delivery, { ...delivery, reorderRole: { kind: 'goes-first', before: held.id } });
    await scheduleAttempt(work, delivery, work.now);
  }
};

/** After an attempt: schedules the delivery that was held back for it. */
export const releaseNextTurn = async (
  work: UnitOfWork,
  { reorderRole }: Pick<DeliveryRecord, 'reorderRole'>,
): Promise<void> => {
  if (reorderRole?.kind !== 'goes-first') return;
  const follower = await work.get(deliveries, reorderRole.before);
  // Already sent because its hold timed out, or no longer to be sent.
  if (follower?.attempts === 0 && follower.nextRetryAt !== null) await scheduleAttempt(work, follower, work.now);
};
