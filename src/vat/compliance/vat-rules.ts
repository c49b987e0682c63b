import { VAT_LAW } from '../../generated/vat-law.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { InvoiceRecord, OrderRecord, VinRecord } from '../orders/order.ts';
import { areaOfAddress, areaOfNumber, areaOfSeller } from './vat-area.ts';

/** Inputs of the decision. */
export interface VatFacts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  /** Whether the rollup is VALID. */
  readonly isValid: boolean;
}

/** One VAT rule. docs/verdict.md shows them as a table. */
export interface VatRule {
  readonly name: string;
  /** The condition, in words. */
  readonly when: string;
  /** Article of Directive 2006/112/EC. */
  readonly article: string;
  readonly decision: Schemas['ComplianceDecision'];
  /** Id in spec/assumptions.yaml. */
  readonly assumption: string;
  /** A fixture that demonstrates the rule. */
  readonly fixture: string;
  /** The outcome depends on the seller. */
  readonly dependsOnSeller?: true;
  /** Why the rule matches the facts, as a sentence for the Export File; undefined if it does not match. */
  readonly reasonFor: (facts: VatFacts) => string | undefined;
}

/**
 * Whether VAT is due, as data: the first matching rule decides, and another list decides otherwise. The exemption is
 * that of an intra-Community supply; the rules before it are its exceptions. Assumption: vat-applicable-rules.
 */
export const VAT_RULES: readonly VatRule[] = [
  {
    name: 'order-not-valid',
    when: 'the rollup is `INVALID`: VIES does not confirm the number of the buyer, or the service has rejected or blocked it',
    article: '138(1)(b)',
    decision: 'VAT_APPLICABLE',
    assumption: 'vat-applicable-rules',
    fixture: 'vies-failed',
    reasonFor: ({ isValid }) => (isValid ? undefined : 'The order is not valid: see the blockers below.'),
  },
  {
    name: 'seller-outside-the-eu',
    when: "the prefix of the seller's VAT number does not belong to a member state",
    article: '32, 138(1)',
    decision: 'VAT_APPLICABLE',
    assumption: 'seller-vat-number',
    fixture: '',
    dependsOnSeller: true,
    reasonFor: ({ order: { sellerVatNumber } }) =>
      sellerVatNumber === undefined || areaOfNumber(sellerVatNumber) !== undefined
        ? undefined
        : `The seller's VAT number ${sellerVatNumber} does not belong to a member state, so this is not a supply from one.`,
  },
  {
    name: 'leaves-the-eu',
    when: "the buyer's address is in a third country, or in a part of a member state that counts as one: an export, whose proof (customs documents) is not part of this workflow",
    article: '146(1), 6',
    decision: 'VAT_APPLICABLE',
    assumption: 'vat-territories',
    fixture: 'leaves-the-eu',
    reasonFor: ({ buyer: { address } }) =>
      areaOfAddress(address) === undefined
        ? `The vehicles go to ${address.postCode} ${address.city} (${address.country}), outside the VAT area of the EU: this is an export, and the order has no proof of it.`
        : undefined,
  },
  {
    name: 'domestic-sale',
    when: "the seller's VAT number belongs to the same member state as the buyer's VAT number or address",
    article: '2(1)(a), 138(1)',
    decision: 'VAT_APPLICABLE',
    assumption: 'domestic-sale',
    fixture: 'domestic-sale',
    dependsOnSeller: true,
    reasonFor: ({ order, buyer }) => {
      const home = areaOfSeller(order);
      if (home === undefined) return undefined;
      const stays = home === areaOfAddress(buyer.address);
      if (home === areaOfNumber(buyer.vatNumber))
        return stays
          ? `This is a domestic sale: seller and buyer are both registered in ${home}.`
          : `Seller and buyer are both registered in ${home}: the exemption requires a buyer who is registered in another member state.`;
      return stays
        ? `This is a domestic sale: the vehicles stay in ${home}, where the seller is registered.`
        : undefined;
    },
  },
  {
    name: 'margin-scheme',
    when: 'the invoice uses the margin scheme (the final invoice, or the preliminary one until then)',
    article: '139(3)',
    decision: 'VAT_APPLICABLE',
    assumption: 'margin-scheme',
    fixture: 'margin-scheme',
    reasonFor: ({ order }) => {
      if (invoiceThatCounts(order)?.marginScheme !== true) return undefined;
      const fresh = newVehiclesOf(order);
      const remedy =
        fresh.length === 0
          ? ''
          : ` It is not for new means of transport (Article 313(2)), such as ${listOf(fresh)}: submit the invoice again without it.`;
      return `The invoice uses the margin scheme.${remedy}`;
    },
  },
  {
    name: 'new-means-of-transport',
    when: 'a vehicle is a new means of transport (at most 6,000 km, or first registered at most six months before the pickup)',
    article: '138(1) and (2)(a), 2(2)(b)',
    decision: 'VALID_EXPORT',
    assumption: 'new-means-of-transport',
    fixture: 'new-vehicle',
    reasonFor: ({ order }) => {
      const fresh = newVehiclesOf(order);
      return fresh.length === 0
        ? undefined
        : `New means of transport, supplied to another member state: ${listOf(fresh)}. They are exempt here and taxed where they arrive.`;
    },
  },
  {
    name: 'intra-community-supply',
    when: 'none of the above: used vehicles, supplied to a buyer registered in another member state',
    article: '138(1)',
    decision: 'VALID_EXPORT',
    assumption: 'vat-applicable-rules',
    fixture: 'two-vehicles',
    reasonFor: ({ order, buyer }) => {
      const from = areaOfSeller(order);
      const route = `${from === undefined ? '' : `from ${from} `}to ${areaOfAddress(buyer.address) ?? buyer.address.country}`;
      return `The vehicles go ${route}, to a buyer who is registered for VAT in ${areaOfNumber(buyer.vatNumber) ?? 'another member state'}.`;
    },
  },
];

/** What a rule rests on, for a sentence. */
export const cite = ({ article }: VatRule): string =>
  `Directive 2006/112/EC, Article${/,| and /.test(article) ? 's' : ''} ${article}`;

/** The final invoice if there is one, else the preliminary one. */
export const invoiceThatCounts = ({ invoices }: OrderRecord): InvoiceRecord | undefined =>
  invoices.find(({ type }) => type === 'FINAL') ?? invoices[0];

const newVehiclesOf = ({ vins }: OrderRecord): readonly string[] =>
  vins.filter((vin) => isNewMeansOfTransport(vin)).map(({ vin }) => vin);

/** Maximum names of vehicles in a sentence; an order may have hundreds. */
const MAX_LISTED = 6;

const listOf = (vins: readonly string[]): string =>
  vins.slice(0, MAX_LISTED).join(', ') +
  (vins.length > MAX_LISTED ? ` and ${String(vins.length - MAX_LISTED)} more` : '');

/** Directive 2006/112/EC, Article 2(2)(b), as data, so that another interpretation can be passed in. */
interface NewnessRule {
  readonly months: number;
  readonly kilometres: number;
}

/** Assumption: new-means-of-transport. */
export const NEWNESS: NewnessRule = VAT_LAW.newMeansOfTransport;

/**
 * Either limit suffices. An unknown value makes no vehicle new. The months are counted to the day of pickup, when the
 * transport to the other member state begins.
 */
const isNewMeansOfTransport = (
  { mileage, firstRegistrationDate, pickup }: VinRecord,
  { months, kilometres }: NewnessRule = NEWNESS,
): boolean => {
  if (mileage !== undefined && mileage <= kilometres) return true;
  if (firstRegistrationDate === undefined || pickup === undefined) return false;
  return monthsAfter(firstRegistrationDate, months) >= Date.parse(pickup.confirmedAt.slice(0, 10));
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
