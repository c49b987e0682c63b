import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { Job } from '../../engine/sandbox/job.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import type { Target } from '../simulators/simulators.ts';

/** Something that can happen to an order next, if the workflow allows it. */
export type Move = ClientMove | SimulatorMove | ClockMove;

interface MoveBase {
  /** Unique among the moves of an order at one time, and the same while the same thing is meant. */
  readonly id: string;
  /** A verb phrase: "Upload the CMR of SB1K...". */
  readonly title: string;
}

/** A call of the API. */
export interface ClientMove extends MoveBase {
  readonly kind: 'call';
  readonly operationId: string;
  /** Path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The JSON body; undefined if the call has none, or is an upload. */
  readonly body?: object;
  readonly upload?: Upload;
  /** When this usually happens, in sandbox time: goto lets the time until then pass. */
  readonly usuallyAt?: number;
  /** For one of several vehicles, all of which another move covers. */
  readonly isPartial?: true;
}

/** A multipart body. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: FilePart;
}

/** An outcome that only the service can cause. */
export interface SimulatorMove extends MoveBase {
  readonly kind: 'simulator';
  readonly name: string;
  readonly target: Target;
}

/** The sandbox clock advances to the next job of the order or its buyer, or as long as something usually takes. */
export interface ClockMove extends MoveBase {
  readonly kind: 'clock';
  readonly job?: Job;
  /** Milliseconds. */
  readonly by: number;
}

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

/** Some vehicles of an order in a title: by VIN if there is one, else by number. */
export const nameVehicles = (chosen: readonly VinRecord[], all: number): string => {
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1) return first.vin;
  return chosen.length === all ? `all ${String(all)} vehicles` : `${String(chosen.length)} of ${String(all)} vehicles`;
};
