import type { Assumed } from '../../engine/assumptions/assumed.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { rulesOf, type ComplianceRules } from '../compliance/compliance-rules.ts';
import { isInTransit } from '../compliance/judge.ts';
import type { OrderRecord } from '../orders/order.ts';
import { READ_MODEL_LIMITS } from './limits.ts';

interface Circumstances {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  readonly rules: ComplianceRules;
}

interface Rule {
  readonly id: string;
  readonly sentence: string;
  /** Blockers that report the rule as not met. */
  readonly codes: readonly string[];
  readonly quote?: string;
  readonly assumption: string;
  /** Default: it always applies. */
  readonly applies?: (circumstances: Circumstances) => boolean;
  /** Whether only an order that has arrived must meet it. */
  readonly afterArrival?: true;
}

const needs =
  (type: ComplianceRules['evidence'][number]) =>
  ({ rules }: Circumstances): boolean =>
    rules.evidence.includes(type);

const hasFinalInvoice = ({ order }: Circumstances): boolean => order.invoices.some(({ type }) => type === 'FINAL');

const TRANSPORT = 'Transport: confirm pickup and delivery with CMR and declarations.';
const INVOICES = 'Invoice: submit preliminary and final invoice data and documents.';
const PAYMENT = 'Payment: submit proof of payment and trigger pickup readiness.';

/** The rules that `judge` applies, in its order, in words. docs/verdict.md shows them. */
export const CHECKLIST: readonly Rule[] = [
  {
    id: 'vies',
    sentence: 'VIES confirms the VAT number of the buyer.',
    codes: ['VIES_INVALID', 'VIES_PENDING'],
    quote: '`PENDING` or `UNKNOWN` while VIES is unreachable; `VALID` and `INVALID` also occur',
    assumption: 'vies-outcomes',
  },
  {
    id: 'kyc',
    sentence: 'The service has verified the identity of the buyer.',
    codes: ['KYC_REJECTED', 'KYC_PENDING'],
    quote: 'the service runs full identity verification and AML checks and produces a profile',
    assumption: 'kyc-verification-outcome',
    applies: ({ buyer }) => buyer.kycMode === 'SERVICE_LED',
  },
  {
    id: 'buyer-active',
    sentence: 'The buyer is not blocked.',
    codes: ['BUYER_BLOCKED'],
    assumption: 'buyer-status-moves',
  },
  {
    id: 'invoice',
    sentence: 'An invoice has been submitted.',
    codes: ['PRELIMINARY_INVOICE_MISSING'],
    quote: INVOICES,
    assumption: 'compliance-rules',
  },
  {
    id: 'final-invoice',
    sentence: 'The final invoice has been submitted.',
    codes: ['FINAL_INVOICE_MISSING'],
    quote: INVOICES,
    assumption: 'invoice-rules',
    afterArrival: true,
  },
  {
    id: 'final-invoice-amount',
    sentence: 'The amount of the final invoice matches the total of the order.',
    codes: ['FINAL_INVOICE_AMOUNT_DIFFERS'],
    assumption: 'invoice-comparison',
    applies: (circumstances) => circumstances.rules.finalInvoice.comparesAmount && hasFinalInvoice(circumstances),
    afterArrival: true,
  },
  {
    id: 'final-invoice-vat',
    sentence: 'The final invoice includes VAT if the supply is taxed, and none if it is exempt.',
    codes: ['VAT_ON_EXEMPT_INVOICE', 'VAT_MISSING_ON_INVOICE'],
    quote: '`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)',
    assumption: 'invoice-comparison',
    applies: (circumstances) => circumstances.rules.finalInvoice.comparesVat && hasFinalInvoice(circumstances),
    afterArrival: true,
  },
  {
    id: 'invoice-document',
    sentence: 'The document of the invoice that counts has been uploaded.',
    codes: ['INVOICE_DOCUMENT_MISSING'],
    quote: INVOICES,
    assumption: 'compliance-evidence',
    applies: needs('INVOICE'),
  },
  {
    id: 'payment',
    sentence: 'The order is paid in full.',
    codes: ['PAYMENT_MISSING'],
    quote: PAYMENT,
    assumption: 'payment-amounts',
  },
  {
    id: 'proof-of-payment',
    sentence: 'A proof of payment has been uploaded.',
    codes: ['PROOF_OF_PAYMENT_MISSING'],
    quote: PAYMENT,
    assumption: 'compliance-evidence',
    applies: (circumstances) =>
      needs('PROOF_OF_PAYMENT')(circumstances) && BigInt(circumstances.order.totalAmount.value) > 0n,
  },
  {
    id: 'pickup',
    sentence: 'The pickup of each vehicle is confirmed.',
    codes: ['PICKUP_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-rules',
  },
  {
    id: 'pickup-declaration',
    sentence: 'A pickup declaration covers each vehicle.',
    codes: ['PICKUP_DECLARATION_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-evidence',
    applies: needs('PICKUP_DECLARATION'),
  },
  {
    id: 'cmr',
    sentence: 'A signed CMR covers each vehicle.',
    codes: ['CMR_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-evidence',
    applies: needs('CMR'),
  },
  {
    id: 'delivery',
    sentence: 'The delivery of each vehicle is confirmed.',
    codes: ['DELIVERY_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-rules',
    afterArrival: true,
  },
  {
    id: 'delivery-declaration',
    sentence: 'A delivery declaration covers each vehicle.',
    codes: ['DELIVERY_DECLARATION_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-evidence',
    applies: needs('DELIVERY_DECLARATION'),
    afterArrival: true,
  },
];

/** A rule of a verdict, with its state for one order. */
interface CheckedRule {
  readonly id: string;
  readonly sentence: string;
  /** `later`: an order on the road need not meet it yet. */
  readonly state: 'met' | 'not_met' | 'later' | 'not_applicable';
  readonly codes: readonly string[];
  /** The first vehicles that do not meet it. */
  readonly vins: readonly string[];
  readonly vinCount: number;
  readonly quote?: string;
  readonly assumption: string;
}

/** The compliance rules one by one. The blockers of the order say which it does not meet. */
export const checkRules = (order: OrderRecord, buyer: BuyerRecord, assumed: Assumed): readonly CheckedRule[] => {
  const circumstances = { order, buyer, rules: rulesOf(assumed) };
  const { blockers } = order.compliance;
  return CHECKLIST.map((rule) => {
    const { id, sentence, codes, quote, assumption } = rule;
    const open = blockers.filter(({ code }) => codes.includes(code));
    const vins = open.flatMap(({ vin }) => (vin === undefined ? [] : [vin]));
    const state =
      open.length > 0 ? 'not_met' : rule.applies?.(circumstances) === false ? 'not_applicable' : stateOf(rule, order);
    return {
      ...{
        id,
        sentence,
        state,
        codes,
        vins: vins.slice(0, READ_MODEL_LIMITS.vinsOfRule),
        vinCount: vins.length,
        assumption,
      },
      ...(quote === undefined ? {} : { quote }),
    };
  });
};

/** Without a blocker: met, unless nothing is reported yet. A cancelled order reports only failures of its buyer. */
const stateOf = ({ afterArrival, id }: Rule, order: OrderRecord): CheckedRule['state'] => {
  if (order.status === 'CANCELLED') return id === 'buyer-active' ? 'met' : 'not_applicable';
  return afterArrival === true && isInTransit(order) ? 'later' : 'met';
};
