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

const lastOf = (milestones: readonly VinRecord['pickup'][]): number =>
  latest(milestones.map((milestone) => (milestone === undefined ? 0 : Date.parse(milestone.confirmedAt))));

/** When vehicles usually arrive: two days after the last of them was picked up. */
export const usualDelivery = (vins: readonly VinRecord[]): number =>
  lastOf(vins.map(({ pickup }) => pickup)) + TRANSPORT;

/** When the paper of a pickup or delivery is usually uploaded: an hour after it. */
export const usualUpload = (milestones: readonly VinRecord['pickup'][]): number => lastOf(milestones) + UNTIL_UPLOAD;

/** Some vehicles of an order in a title: by VIN if there is one, else by number. */
export const nameVehicles = (chosen: readonly VinRecord[], all: number): string => {
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1) return first.vin;
  return chosen.length === all ? `all ${String(all)} vehicles` : `${String(chosen.length)} of ${String(all)} vehicles`;
};
