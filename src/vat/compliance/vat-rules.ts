import { VAT_LAW } from '../../generated/vat-law.ts';
import { VERDICT } from '../../generated/verdict.ts';
import type { Schemas } from '../api/behaviour.ts';
import { type OrderRecord, type InvoiceRecord, type VinRecord, invoiceOf } from '../orders/order.ts';
import { isViesPrefix, prefixOf } from '../vat-numbers/vat-number.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { toAmount } from '../orders/invoices-and-payments.ts';

/**
 * Territory for VAT on goods: a member state by its ISO code, `XI` for Northern Ireland, which is treated as one for
 * goods, or undefined for a third country. Assumption: vat-territories.
 */
type VatArea = string | undefined;

export type Blocker = Schemas['ComplianceBlocker'];

const SAME_PLACE: Readonly<Record<string, string>> = VAT_LAW.samePlace;

/** Article 6: parts of member states outside the scope of the Directive. */
const OUTSIDE_THE_VAT_AREA = VAT_LAW.outsideTheVatArea.map(({ country, postCodes }) => ({
  country,
  postCodes: new RegExp(`^(${postCodes.join('|').replaceAll('x', String.raw`\d`)})$`),
}));

const areaOf = (code: string): VatArea => {
  const place = SAME_PLACE[code] ?? code;
  return isViesPrefix(prefixOf(place)) ? place : undefined;
};

/** Area of registration, from the prefix of the number. */
const areaOfNumber = (vatNumber: string): VatArea => areaOf(vatNumber.slice(0, 2));

/** Area where the transport begins, as far as anybody knows. Assumption: seller-vat-number. */
export const areaOfSeller = ({ sellerVatNumber }: Pick<OrderRecord, 'sellerVatNumber'>): VatArea =>
  sellerVatNumber === undefined ? undefined : areaOfNumber(sellerVatNumber);

/**
 * Area of arrival. The post code distinguishes Northern Ireland from the rest of GB, and the parts of member states
 * that count as third countries from the rest of them.
 */
export const areaOfAddress = ({
  country,
  postCode,
}: Pick<Schemas['AddressInput'], 'country' | 'postCode'>): VatArea => {
  const place = SAME_PLACE[country] ?? country;
  if (place === 'GB' && /^\s*BT/i.test(postCode)) return 'XI';
  const digits = postCode.replaceAll(/\D/g, '');
  const isOutside = OUTSIDE_THE_VAT_AREA.some((part) => part.country === place && part.postCodes.test(digits));
  return isOutside ? undefined : areaOf(place);
};

/** Failures of the buyer itself, which affect all of its open orders. Assumption: compliance-rules. */
export const failuresOf = ({ vies, kyc, kycMode, status, vatNumber }: BuyerRecord): readonly Blocker[] => {
  const failures: Blocker[] = [];
  if (vies.result === 'INVALID')
    failures.push({ code: 'VIES_INVALID', message: `VIES does not confirm the VAT number ${vatNumber}.` });
  if (kycMode === 'SERVICE_LED' && kyc.status === 'REJECTED') {
    const reason = kyc.reason === undefined ? '' : `: ${kyc.reason}`;
    const message = `The verification of the buyer was rejected${reason}.`.replace('..', '.');
    failures.push({ code: 'KYC_REJECTED', message });
  }
  if (status === 'BLOCKED') failures.push({ code: 'BUYER_BLOCKED', message: 'The buyer is blocked.' });
  return failures;
};

/** Inputs of the decision. */
interface VatFacts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  /** Whether the rollup is VALID. */
  readonly isValid: boolean;
}

type RuleName = keyof typeof VERDICT.vatRules;

/** One VAT rule: its words are in spec/verdict.yaml, and docs/workflow.md shows them as a table. */
interface VatRule {
  readonly name: string;
  readonly when: string;
  readonly article: string;
  readonly decision: Schemas['ComplianceDecision'];
  readonly assumption: string;
  readonly fixture: string;
  readonly dependsOnSeller?: true;
  /** Why the rule matches the facts, as a sentence for the Export File; undefined if it does not match. */
  readonly reasonFor: (facts: VatFacts) => string | undefined;
}

const REASONS: Readonly<Record<RuleName, VatRule['reasonFor']>> = {
  'order-not-valid': ({ isValid, buyer }) => {
    if (isValid) return undefined;
    const failures = failuresOf(buyer).map(({ message }) => message);
    if (buyer.vies.result !== 'INVALID')
      failures.push('The service asks for more than the Directive, which asks for a registered buyer.');
    return ['The order is not valid.', ...failures].join(' ');
  },

  'seller-outside-the-eu': ({ order: { sellerVatNumber } }) =>
    sellerVatNumber === undefined || areaOfNumber(sellerVatNumber) !== undefined
      ? undefined
      : `The seller's VAT number ${sellerVatNumber} does not belong to a member state, so this is not a supply from one.`,

  'leaves-the-eu': ({ buyer: { address } }) =>
    areaOfAddress(address) === undefined
      ? `The vehicles go to ${address.postCode} ${address.city} (${address.country}), outside the VAT area of the EU: this is an export, and the order has no proof of it.`
      : undefined,

  'domestic-sale': ({ order, buyer }) => {
    const home = areaOfSeller(order);
    if (home === undefined) return undefined;
    const stays = home === areaOfAddress(buyer.address);
    if (home === areaOfNumber(buyer.vatNumber))
      return stays
        ? `This is a domestic sale: seller and buyer are both registered in ${home}.`
        : `Seller and buyer are both registered in ${home}: the exemption requires a buyer who is registered in another member state.`;
    return stays ? `This is a domestic sale: the vehicles stay in ${home}, where the seller is registered.` : undefined;
  },

  'margin-scheme': ({ order }) => {
    if (invoiceThatCounts(order)?.marginScheme !== true) return undefined;
    const fresh = newVehiclesOf(order);
    const remedy =
      fresh.length === 0
        ? ''
        : ` It is not for new means of transport (Article 313(2)), such as ${listOf(fresh)}: submit the invoice again without it.`;
    return `The invoice uses the margin scheme: VAT is due on the seller's margin, and the invoice does not state it (Article 325).${remedy}`;
  },

  'new-means-of-transport': ({ order }) => {
    const fresh = newVehiclesOf(order);
    return fresh.length === 0
      ? undefined
      : `New means of transport, supplied to another member state: ${listOf(fresh)}. They are exempt here and taxed where they arrive.`;
  },

  'intra-community-supply': ({ order, buyer }) => {
    const from = areaOfSeller(order);
    const route = `${from === undefined ? '' : `from ${from} `}to ${areaOfAddress(buyer.address) ?? buyer.address.country}`;
    return `The vehicles go ${route}, to a buyer who is registered for VAT in ${areaOfNumber(buyer.vatNumber) ?? 'another member state'}.`;
  },
};

/** Whether VAT is due: the first matching rule decides. Assumption: vat-applicable-rules. */
export const VAT_RULES: readonly VatRule[] = Object.entries(VERDICT.vatRules).map(([name, words]) => ({
  name,
  ...words,
  reasonFor: REASONS[name as RuleName],
}));

/** What a rule rests on, for a sentence. */
export const cite = ({ article }: VatRule): string =>
  `Directive 2006/112/EC, Article${/,| and /.test(article) ? 's' : ''} ${article}`;

/** The final invoice if there is one, else the preliminary one. */
export const invoiceThatCounts = (order: OrderRecord): InvoiceRecord | undefined =>
  invoiceOf(order, 'FINAL') ?? order.invoices[0];

const newVehiclesOf = ({ vins }: OrderRecord): readonly string[] =>
  vins.filter((vin) => isNewMeansOfTransport(vin)).map(({ vin }) => vin);

/** Maximum names of vehicles in a sentence; an order may have hundreds. */
const MAX_LISTED = 6;

const listOf = (vins: readonly string[]): string =>
  vins.slice(0, MAX_LISTED).join(', ') + (vins.length > MAX_LISTED ? ` and ${vins.length - MAX_LISTED} more` : '');

/** Directive 2006/112/EC, Article 2(2)(b). Assumption: new-means-of-transport. */
export const NEWNESS = VAT_LAW.newMeansOfTransport;

/**
 * Either limit suffices. An unknown value makes no vehicle new. The months are counted to the day of pickup, when the
 * transport to the other member state begins.
 */
const isNewMeansOfTransport = ({ mileage, firstRegistrationDate, pickup }: VinRecord): boolean => {
  if (mileage !== undefined && mileage <= NEWNESS.kilometres) return true;
  if (firstRegistrationDate === undefined || pickup === undefined) return false;
  return monthsAfter(firstRegistrationDate, NEWNESS.months) >= Date.parse(pickup.confirmedAt.slice(0, 10));
};

/**
 * The same day of a later month, or its last day if it is shorter: six months after 31 August is the end of February.
 */
const monthsAfter = (date: string, months: number): number => {
  const first = new Date(date);
  const lastDay = new Date(date);
  lastDay.setUTCMonth(first.getUTCMonth() + months + 1, 0);
  return lastDay.setUTCDate(Math.min(first.getUTCDate(), lastDay.getUTCDate()));
};

/** A matching rule, and why it matches. */
export interface VatReason {
  readonly rule: VatRule;
  readonly text: string;
}

/** All matching rules, the deciding one first. */
export const reasonsFor = (facts: VatFacts): readonly VatReason[] =>
  VAT_RULES.flatMap((rule) => {
    const text = rule.reasonFor(facts);
    return text === undefined ? [] : [{ rule, text }];
  });

/** Whether VAT is due once the verdict is reached. Assumption: vat-applicable-rules. */
export const decide = (facts: VatFacts): Schemas['ComplianceDecision'] =>
  VAT_RULES.find((rule) => rule.reasonFor(facts) !== undefined)?.decision ?? 'VAT_APPLICABLE';

const STANDARD_RATES: Readonly<Record<string, number>> = VAT_LAW.standardRates;

/** Used where the seller is registered nowhere in the EU, or nobody knows where. */
const USUAL_RATE = 21;

/** What a right final invoice says about VAT, unless it uses the margin scheme: its amount, at the seller's standard rate. */
export const vatOnFinalInvoice = (
  order: OrderRecord,
  buyer: BuyerRecord,
): Pick<Schemas['InvoiceRequest'], 'vatIncluded' | 'amount'> => {
  const { totalAmount, sellerVatNumber = '' } = order;
  const invoices = order.invoices.map((invoice) => ({ ...invoice, marginScheme: false }));
  const decision = decide({ order: { ...order, invoices }, buyer, isValid: failuresOf(buyer).length === 0 });
  if (decision === 'VALID_EXPORT') return { vatIncluded: false, amount: totalAmount };
  const rate = STANDARD_RATES[areaOfNumber(sellerVatNumber) ?? ''] ?? USUAL_RATE;
  const value = (BigInt(totalAmount.value) * BigInt(1000 + 10 * rate) + 500n) / 1000n;
  return { vatIncluded: true, amount: { ...totalAmount, value: toAmount(value) } };
};
