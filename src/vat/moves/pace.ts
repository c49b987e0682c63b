import type { OrderRecord, VinRecord } from '../orders/order.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long things take in a usual sale, in milliseconds: goto lets this time pass, so that the papers tell a possible story. */
const TERM_OF_PAYMENT = DAY;
const UNTIL_PICKUP = DAY;
const TRANSPORT = 2 * DAY;
const UNTIL_UPLOAD = HOUR;

const latest = (instants: readonly number[]): number => Math.max(0, ...instants);

/** When the buyer usually pays: a day after the invoice. */
export const usualPayment = ({ invoices }: OrderRecord): number =>
  latest(invoices.map(({ updatedAt }) => updatedAt)) + TERM_OF_PAYMENT;

/** When the carrier usually comes: a day after the last payment. */
export const usualPickup = ({ payments, invoices }: OrderRecord): number =>
  latest([...payments.map(({ createdAt }) => createdAt), ...invoices.map(({ updatedAt }) => updatedAt)]) + UNTIL_PICKUP;

/** When vehicles usually arrive: two days after the last of them was picked up. */
export const usualDelivery = (vins: readonly VinRecord[]): number =>
  latest(vins.flatMap(({ pickup }) => (pickup === undefined ? [] : [Date.parse(pickup.confirmedAt)]))) + TRANSPORT;

/** When the paper of a pickup or delivery is usually uploaded: an hour after it. */
export const usualUpload = (milestones: readonly (VinRecord['pickup'] | undefined)[]): number =>
  latest(milestones.flatMap((milestone) => (milestone === undefined ? [] : [Date.parse(milestone.confirmedAt)]))) +
  UNTIL_UPLOAD;
