import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { Blocker } from '../compliance/compliance-rules.ts';
import { type OrderRecord, hasVerdict } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { READ_MODEL_LIMITS } from './limits.ts';
import { milestonesOf } from './milestones.ts';
import { nameSeller } from './name-seller.ts';
import type { ShownJob } from './shown-job.ts';
import { introduceBuyer } from './summarize-buyer.ts';

/** Everything a summary is made of. */
interface OrderFacts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  readonly sellers: readonly CallerSeller[];
  readonly nextJob: ShownJob | undefined;
}

/** The order as a card of a board shows it. */
export const summarizeOrder = (
  { order, buyer, sellers, nextJob }: OrderFacts,
  mostBlockers: number = READ_MODEL_LIMITS.blockersOfSummary,
) => {
  const { vins, compliance } = order;
  return {
    uuid: order.uuid,
    externalOrderId: order.externalOrderId,
    status: order.status,
    compliance: compliance.status,
    decision: compliance.decision,
    seller: nameSeller(order.seller, sellers),
    buyer: introduceBuyer(buyer),
    purchaseDate: order.purchaseDate,
    vehicles: {
      count: vins.length,
      vins: vins.slice(0, READ_MODEL_LIMITS.vinsOfSummary).map(({ vin }) => vin),
      brand: vins[0]?.brand ?? '',
      model: vins[0]?.model ?? '',
    },
    totalAmount: order.totalAmount,
    blockers: compliance.blockers.slice(0, mostBlockers).map((blocker) => withRemedy(blocker, buyer)),
    blockerCount: compliance.blockers.length,
    milestones: milestonesOf(order),
    nextJob: nextJob ?? null,
    exportFileReady: order.exportFile !== undefined && hasVerdict(order),
    createdAt: toIsoDateTime(order.createdAt),
    updatedAt: toIsoDateTime(order.updatedAt),
  };
};

/** What removes a blocker: a call of the client, or null if no call does. */
interface Remedy {
  readonly operationId: string | null;
  readonly remedy: string;
}

/** A blocker as the control API shows it. */
type ShownBlocker = Blocker & Remedy;

const upload = (document: string): Remedy => ({ operationId: 'uploadOrderDocument', remedy: `Upload ${document}.` });

const SUBMIT_FINAL: Remedy = { operationId: 'submitInvoice', remedy: 'Submit the final invoice again, corrected.' };

/** By code; codes whose remedy depends on the buyer are below. */
const REMEDIES = new Map<string, Remedy>([
  ['VIES_INVALID', { operationId: 'requestViesCheck', remedy: 'Request a VIES check of the buyer that succeeds.' }],
  [
    'KYC_REJECTED',
    { operationId: 'startKycVerification', remedy: 'Start another verification of the buyer, which succeeds.' },
  ],
  ['BUYER_BLOCKED', { operationId: null, remedy: 'Only the service unblocks a buyer: run buyer_unblocked.' }],
  ['PRELIMINARY_INVOICE_MISSING', { operationId: 'submitInvoice', remedy: 'Submit the preliminary invoice.' }],
  ['FINAL_INVOICE_MISSING', { operationId: 'submitInvoice', remedy: 'Submit the final invoice.' }],
  ['FINAL_INVOICE_AMOUNT_DIFFERS', SUBMIT_FINAL],
  ['VAT_ON_EXEMPT_INVOICE', SUBMIT_FINAL],
  ['VAT_MISSING_ON_INVOICE', SUBMIT_FINAL],
  ['INVOICE_DOCUMENT_MISSING', upload('the document of the invoice, as INVOICE')],
  ['PAYMENT_MISSING', { operationId: 'submitPayment', remedy: 'Submit a payment of the outstanding amount.' }],
  ['PROOF_OF_PAYMENT_MISSING', upload('the proof of payment, as PROOF_OF_PAYMENT')],
  ['PICKUP_MISSING', { operationId: 'confirmPickup', remedy: 'Confirm the pickup of the vehicle.' }],
  ['PICKUP_DECLARATION_MISSING', upload('the pickup declaration, as PICKUP_DECLARATION')],
  ['CMR_MISSING', upload('the signed CMR, as CMR')],
  ['DELIVERY_MISSING', { operationId: 'confirmDelivery', remedy: 'Confirm the delivery of the vehicle.' }],
  ['DELIVERY_DECLARATION_MISSING', upload('the delivery declaration, as DELIVERY_DECLARATION')],
]);

const UNKNOWN: Remedy = { operationId: null, remedy: 'See the message.' };

const remedyOf = (code: string, { vies, kyc }: BuyerRecord): Remedy => {
  if (code === 'VIES_PENDING')
    return {
      operationId: null,
      remedy:
        vies.result === 'PENDING'
          ? 'VIES answers within 30 seconds of the sandbox’s clock: advance it.'
          : 'VIES is asked again every five minutes until the outage ends.',
    };
  if (code === 'KYC_PENDING')
    return kyc.status === 'PENDING'
      ? { operationId: null, remedy: 'The verification ends on the sandbox’s clock: advance it.' }
      : { operationId: 'startKycVerification', remedy: 'Start the verification of the buyer.' };
  return REMEDIES.get(code) ?? UNKNOWN;
};

const withRemedy = (blocker: Blocker, buyer: BuyerRecord): ShownBlocker => ({
  ...blocker,
  ...remedyOf(blocker.code, buyer),
});
