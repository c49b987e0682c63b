import type {
  DueJob,
  OrderBlocker,
  OrderDetail,
  OrderMilestone,
  OrderSummary,
} from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../../vat/buyers/buyer.ts';
import { isInTransit } from '../../vat/compliance/judge.ts';
import { type Blocker, VERDICT_RULES, type VerdictRule } from '../../vat/compliance/verdict-rules.ts';
import type { DocumentRecord } from '../../vat/documents/document.ts';
import { outstandingOf, toAmount } from '../../vat/orders/invoices-and-payments.ts';
import { type OrderRecord, hasVerdict } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { transportStatusOf } from '../../vat/transport/transport.ts';
import { introduceBuyer, nameSeller } from './buyers.ts';
import { READ_MODEL_LIMITS } from './record-place.ts';

/** The order as a card of a board shows it. */
export const summarizeOrder = (
  {
    order,
    buyer,
    sellers,
    nextJob,
  }: {
    readonly order: OrderRecord;
    readonly buyer: BuyerRecord;
    readonly sellers: readonly CallerSeller[];
    readonly nextJob: DueJob | undefined;
  },
  mostBlockers: number = READ_MODEL_LIMITS.blockersOfSummary,
): OrderSummary => {
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
    exportFileId: (hasVerdict(order) ? order.exportFile?.documentId : undefined) ?? null,
    createdAt: toIsoDateTime(order.createdAt),
    updatedAt: toIsoDateTime(order.updatedAt),
  };
};

/** What removes a blocker: a call of the client, or null if no call does. */
type Remedy = Omit<OrderBlocker, keyof Blocker>;

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

const withRemedy = (blocker: Blocker, buyer: BuyerRecord): OrderBlocker => ({
  ...blocker,
  ...remedyOf(blocker.code, buyer),
});

/** The parts of an order: vehicles, invoices, payments, documents. */
export const partsOfOrder = (
  order: OrderRecord,
  documents: readonly DocumentRecord[],
  adminPath: string,
): Omit<OrderDetail, keyof OrderSummary | 'rules' | 'jobs' | 'timeline' | 'timelineCount'> => {
  const { responsibleContact, cancellation, exportFile } = order;
  const path = `${adminPath}/orders/${order.uuid}`;
  return {
    version: order.version,
    ...(responsibleContact === undefined ? {} : { responsibleContact }),
    ...(cancellation === undefined
      ? {}
      : { cancellation: { ...cancellation, cancelledAt: toIsoDateTime(cancellation.cancelledAt) } }),
    warnings: order.compliance.warnings ?? [],
    vins: order.vins.map((vin) => ({ ...vin, transportStatus: transportStatusOf(vin) })),
    revocations: order.transport.revocations.map((one) => ({ ...one, revokedAt: toIsoDateTime(one.revokedAt) })),
    invoices: order.invoices.map((one) => ({ ...one, updatedAt: toIsoDateTime(one.updatedAt) })),
    payments: order.payments.map((one) => ({ ...one, createdAt: toIsoDateTime(one.createdAt) })),
    outstandingAmount: { value: toAmount(outstandingOf(order)), currency: order.totalAmount.currency },
    documents: documents
      .slice(-READ_MODEL_LIMITS.documents)
      .toReversed()
      .map(
        ({
          digest,
          createdAt,
          seller: _seller,
          orderUuid: _order,
          version: _version,
          updatedAt: _at,
          ...document
        }) => ({
          ...document,
          ...digest,
          createdAt: toIsoDateTime(createdAt),
          download: `${path}/documents/${document.id}`,
        }),
      ),
    documentCount: documents.length,
    exportFile:
      exportFile === undefined
        ? null
        : {
            ...exportFile,
            generatedAt: toIsoDateTime(exportFile.generatedAt),
            download: `${path}/documents/${exportFile.documentId}`,
          },
  };
};

/** All milestones in order, from the record alone. */
const milestonesOf = (order: OrderRecord): readonly OrderMilestone[] => {
  const { createdAt, vins, exportFile } = order;
  const isInvoiced = order.invoices.length > 0;
  const isPaid = isInvoiced && outstandingOf(order) === 0n;
  const pickups = vins.flatMap(({ pickup }) => (pickup === undefined ? [] : [Date.parse(pickup.confirmedAt)]));
  const deliveries = vins.flatMap(({ delivery }) => (delivery === undefined ? [] : [Date.parse(delivery.confirmedAt)]));
  // Payments beyond the total are not accepted, so that the last one completed it.
  const paidAt = isPaid ? (order.payments.at(-1)?.createdAt ?? timeOfInvoice(order)) : undefined;
  const hasArrived = deliveries.length === vins.length;
  return [
    toMilestone('created', true, createdAt),
    toMilestone('invoiced', isInvoiced, timeOfInvoice(order)),
    toMilestone('paid', isPaid, paidAt),
    toMilestone('ready', isPaid, paidAt),
    toMilestone('on_the_road', pickups.length > 0, Math.min(...pickups)),
    toMilestone('arrived', hasArrived, Math.max(...deliveries)),
    toMilestone('verdict', hasVerdict(order), exportFile?.generatedAt),
  ];
};

const toMilestone = (name: OrderMilestone['name'], reached: boolean, at: number | undefined): OrderMilestone => ({
  name,
  reached,
  at: reached && at !== undefined ? toIsoDateTime(at) : null,
});

/** Every visible change moves the time of an invoice: only that of an unchanged one tells its submission. */
const timeOfInvoice = ({ invoices }: OrderRecord): number | undefined => {
  const unchanged = invoices.filter(({ version }) => version === 1).map(({ updatedAt }) => updatedAt);
  return unchanged.length < invoices.length || unchanged.length === 0 ? undefined : Math.min(...unchanged);
};

/** The rules one by one. The blockers of the order say which it does not meet. */
export const checkRules = (order: OrderRecord, buyer: BuyerRecord): OrderDetail['rules'] =>
  VERDICT_RULES.map((rule) => {
    const { id, sentence, codes, quote, assumption } = rule;
    const open = order.compliance.blockers.filter(({ code }) => codes.includes(code));
    const vins = open.flatMap(({ vin }) => (vin === undefined ? [] : [vin]));
    const isOpen = open.length > 0;
    return {
      id,
      sentence,
      state: isOpen ? 'not_met' : rule.applies?.({ order, buyer }) === false ? 'not_applicable' : stateOf(rule, order),
      codes,
      vins: vins.slice(0, READ_MODEL_LIMITS.vinsOfRule),
      vinCount: vins.length,
      assumption,
      ...(quote === undefined ? {} : { quote }),
    };
  });

/** Without a blocker: met, unless nothing is reported yet. A cancelled order reports only failures of its buyer. */
const stateOf = ({ afterArrival, id }: VerdictRule, order: OrderRecord): OrderDetail['rules'][number]['state'] => {
  if (order.status === 'CANCELLED') return id === 'buyer-active' ? 'met' : 'not_applicable';
  return afterArrival === true && isInTransit(order) ? 'later' : 'met';
};
