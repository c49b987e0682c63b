import type { UnitOfWork } from '../../sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, heldBackAt } from '../model/delivery.ts';
import { scheduleAttempt } from '../model/start-delivery.ts';

/** An event that no other follows is not held back for ever. Milliseconds on the sandbox's clock. */
export const HELD_AT_MOST = 60_000;

/** Puts the first attempt of a delivery off. */
export const holdBack = async (work: UnitOfWork, deliveryId: string, until: number): Promise<void> => {
  const delivery = await work.get(deliveries, deliveryId);
  if (delivery !== undefined) await scheduleAttempt(work, delivery, until);
};

/**
 * Neighbours swap places: of two deliveries to one webhook endpoint the first is held back, and the second goes at once.
 * Decided in a transaction, so that deliveries that are due together do not all wait for each other.
 */
export const takeTurn = async (work: UnitOfWork, deliveryId: string): Promise<void> => {
  const delivery = await work.get(deliveries, deliveryId);
  if (delivery === undefined) return;
  const held = await work.findFirst(deliveries, heldBackAt(delivery.endpointId));
  if (held === undefined) {
    await work.update(deliveries, delivery, { ...delivery, turn: { kind: 'held-back' } });
    await scheduleAttempt(work, delivery, work.now + HELD_AT_MOST);
  } else {
    await work.update(deliveries, held, { ...held, turn: { kind: 'was-held-back' } });
    await work.update(deliveries, delivery, { ...delivery, turn: { kind: 'goes-first', before: held.id } });
    await scheduleAttempt(work, delivery, work.now);
  }
};

/** After an attempt: whoever was to come after it may come now. */
export const letFollow = async (work: UnitOfWork, { turn }: Pick<DeliveryRecord, 'turn'>): Promise<void> => {
  if (turn?.kind !== 'goes-first') return;
  const follower = await work.get(deliveries, turn.before);
  // Sent meanwhile because nobody came, or not to be sent any more.
  if (follower?.attempts === 0 && follower.nextRetryAt !== null) await scheduleAttempt(work, follower, work.now);
};
