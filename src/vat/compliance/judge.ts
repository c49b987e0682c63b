import type { Schemas } from '../behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import { outstandingOf } from '../payments/outstanding.ts';
import { type Blocker, failuresOf } from './failures.ts';

/** Everything that the rollup of an order depends on. */
export interface Facts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  /** Those of the order; only ACTIVE ones count. */
  readonly documents: readonly DocumentRecord[];
}

export interface Judgement {
  readonly status: Schemas['ComplianceRollup']['status'];
  readonly blockers: readonly Blocker[];
  readonly viesResult: Schemas['ViesResult'];
}

/**
 * The rollup as a function of the facts. Assumptions: compliance-rules, compliance-blockers.
 *
 * What makes the order impossible (VIES or KYC failed, buyer blocked) makes it INVALID. What is missing makes it
 * INCOMPLETE. While the vehicles are on the road, what can only come after the arrival is not missing yet: so an order
 * can be VALID during transport, and "a VIES re-check of the buyer fails (for instance during transport)" can turn it
 * INVALID.
 */
export const judge = (facts: Facts): Judgement => {
  const { order, buyer } = facts;
  const failures = failuresOf(buyer);
  const blockers = missingOf(facts, [...failures]);
  return {
    status: failures.length > 0 ? 'INVALID' : blockers.length > 0 ? 'INCOMPLETE' : 'VALID',
    // Of a cancelled order nothing is missing any more.
    blockers: order.status === 'CANCELLED' ? failures : blockers,
    viesResult: buyer.vies.result,
  };
};

/** Adds what is missing to `blockers`. */
const missingOf = ({ order, buyer, documents }: Facts, blockers: Blocker[]): readonly Blocker[] => {
  const { vies, kyc, kycMode } = buyer;
  const { vins, invoices } = order;
  const onTheRoad = isOnTheRoad(order);
  const outstanding = outstandingOf(order);
  if (vies.result === 'PENDING') blockers.push(MISSING.viesAnswer);
  if (vies.result === 'UNKNOWN') blockers.push(MISSING.viesItself);
  if (kycMode === 'SERVICE_LED' && kyc.status === 'PENDING') blockers.push(MISSING.kycOutcome);
  if (kycMode === 'SERVICE_LED' && kyc.status === 'NOT_STARTED') blockers.push(MISSING.kycStart);
  if (invoices.length === 0) blockers.push(MISSING.preliminaryInvoice);
  if (!onTheRoad && !invoices.some(({ type }) => type === 'FINAL')) blockers.push(MISSING.finalInvoice);
  if (outstanding > 0n) {
    // In one piece: it is kept with the order, and what is put together piece by piece is also kept piece by piece.
    const message = [outstanding, 'minor units of', order.totalAmount.currency, 'are still to be paid.'].join(' ');
    blockers.push({ code: 'PAYMENT_MISSING', message });
  }
  for (const vin of vins) addMissingOfVin(vin, documents, onTheRoad, blockers);
  // Orders keep it: a list that has grown has room for more than is in it.
  return blockers.slice();
};

/** What is missing of an order as a whole; always the same words, so that orders share them. */
const MISSING = {
  viesAnswer: { code: 'VIES_PENDING', message: 'The VIES check of the buyer is not answered yet.' },
  viesItself: {
    code: 'VIES_PENDING',
    message: 'VIES could not be reached; the check of the buyer is repeated by itself.',
  },
  kycOutcome: { code: 'KYC_PENDING', message: 'The verification of the buyer is in progress.' },
  kycStart: { code: 'KYC_PENDING', message: 'The verification of the buyer has not been started.' },
  preliminaryInvoice: { code: 'PRELIMINARY_INVOICE_MISSING', message: 'No invoice has been submitted.' },
  finalInvoice: { code: 'FINAL_INVOICE_MISSING', message: 'The final invoice has not been submitted.' },
} as const satisfies Readonly<Record<string, Blocker>>;

const addMissingOfVin = (
  { vin, pickup, delivery }: VinRecord,
  documents: readonly DocumentRecord[],
  onTheRoad: boolean,
  blockers: Blocker[],
): void => {
  const hasEvidence = (type: DocumentRecord['type']): boolean => evidenceFor(vin, type, documents) !== undefined;
  const missing = (code: string, message: string): void => {
    blockers.push({ code, message, vin });
  };
  if (pickup === undefined) missing('PICKUP_MISSING', 'The pickup has not been confirmed.');
  if (!hasEvidence('CMR')) missing('CMR_MISSING', 'The signed CMR has not been uploaded.');
  if (onTheRoad) return;
  if (delivery === undefined) missing('DELIVERY_MISSING', 'The delivery has not been confirmed.');
  if (!hasEvidence('DELIVERY_DECLARATION'))
    missing('DELIVERY_DECLARATION_MISSING', 'The delivery declaration has not been uploaded.');
};

/** Everything is picked up, and something has still to arrive. */
export const isOnTheRoad = ({ vins }: OrderRecord): boolean =>
  vins.every(({ pickup }) => pickup !== undefined) && vins.some(({ delivery }) => delivery === undefined);

/** "The latest `ACTIVE` document of a type counts": for this VIN, or for every VIN of the order. */
export const evidenceFor = (
  vin: string,
  type: DocumentRecord['type'],
  documents: readonly DocumentRecord[],
): DocumentRecord | undefined =>
  documents.findLast(
    (document) =>
      document.type === type && document.status === 'ACTIVE' && (document.vin === undefined || document.vin === vin),
  );
