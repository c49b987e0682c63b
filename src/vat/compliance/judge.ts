import type { Schemas } from '../behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import { outstandingOf } from '../payments/outstanding.ts';

type Blocker = Schemas['ComplianceBlocker'];

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
  const blockers = [...failures, ...missingOf(facts)];
  return {
    status: failures.length > 0 ? 'INVALID' : blockers.length > 0 ? 'INCOMPLETE' : 'VALID',
    // Of a cancelled order nothing is missing any more.
    blockers: order.status === 'CANCELLED' ? failures : blockers,
    viesResult: buyer.vies.result,
  };
};

const failuresOf = ({ vies, kyc, kycMode, status, vatNumber }: BuyerRecord): Blocker[] => [
  ...blocker(vies.result === 'INVALID', 'VIES_INVALID', `VIES does not confirm the VAT number ${vatNumber}.`),
  ...blocker(
    kycMode === 'SERVICE_LED' && kyc.status === 'REJECTED',
    'KYC_REJECTED',
    `The verification of the buyer was rejected${kyc.reason === undefined ? '' : `: ${kyc.reason}`}.`.replace(
      '..',
      '.',
    ),
  ),
  ...blocker(status === 'BLOCKED', 'BUYER_BLOCKED', 'The buyer is blocked.'),
];

const missingOf = ({ order, buyer, documents }: Facts): Blocker[] => {
  const { vies, kyc, kycMode } = buyer;
  const { vins, invoices } = order;
  const onTheRoad = isOnTheRoad(order);
  const outstanding = outstandingOf(order);
  return [
    ...blocker(
      vies.result === 'PENDING' || vies.result === 'UNKNOWN',
      'VIES_PENDING',
      vies.result === 'PENDING'
        ? 'The VIES check of the buyer is not answered yet.'
        : 'VIES could not be reached; the check of the buyer is repeated by itself.',
    ),
    ...blocker(
      kycMode === 'SERVICE_LED' && (kyc.status === 'PENDING' || kyc.status === 'NOT_STARTED'),
      'KYC_PENDING',
      kyc.status === 'PENDING'
        ? 'The verification of the buyer is in progress.'
        : 'The verification of the buyer has not been started.',
    ),
    ...blocker(invoices.length === 0, 'PRELIMINARY_INVOICE_MISSING', 'No invoice has been submitted.'),
    ...blocker(
      !onTheRoad && !invoices.some(({ type }) => type === 'FINAL'),
      'FINAL_INVOICE_MISSING',
      'The final invoice has not been submitted.',
    ),
    ...blocker(
      outstanding > 0n,
      'PAYMENT_MISSING',
      `${String(outstanding)} minor units of ${order.totalAmount.currency} are still to be paid.`,
    ),
    ...vins.flatMap((vin) => missingOfVin(vin, documents, onTheRoad)),
  ];
};

const missingOfVin = (record: VinRecord, documents: readonly DocumentRecord[], onTheRoad: boolean): Blocker[] => {
  const { vin, pickup, delivery } = record;
  const hasEvidence = (type: DocumentRecord['type']): boolean => evidenceFor(vin, type, documents) !== undefined;
  return [
    ...blocker(pickup === undefined, 'PICKUP_MISSING', 'The pickup has not been confirmed.', vin),
    ...blocker(!hasEvidence('CMR'), 'CMR_MISSING', 'The signed CMR has not been uploaded.', vin),
    ...blocker(!onTheRoad && delivery === undefined, 'DELIVERY_MISSING', 'The delivery has not been confirmed.', vin),
    ...blocker(
      !onTheRoad && !hasEvidence('DELIVERY_DECLARATION'),
      'DELIVERY_DECLARATION_MISSING',
      'The delivery declaration has not been uploaded.',
      vin,
    ),
  ];
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

const blocker = (applies: boolean, code: string, message: string, vin?: string): Blocker[] =>
  applies ? [{ code, message, ...(vin === undefined ? {} : { vin }) }] : [];
