import type { BuyerRecord } from '../buyers/buyer.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';

/** Inputs of a sample paper: the records that it is about. */
export interface PaperFacts {
  readonly document: DocumentRecord;
  readonly buyer: BuyerRecord;
  readonly seller: CallerSeller;
  /** Undefined for a paper about a buyer. */
  readonly order?: OrderRecord;
}

/** Inputs of a paper about an order. */
export interface OrderPaperFacts extends PaperFacts {
  readonly order: OrderRecord;
}

/** The vehicles of the paper: one, or all of the order. */
export const vehiclesOf = ({ document: { vin }, order: { vins } }: OrderPaperFacts): readonly VinRecord[] =>
  vin === undefined ? vins : vins.filter((vehicle) => vehicle.vin === vin);

export const sellerNameOf = ({ seller: { companyName, uuid } }: PaperFacts): string => companyName ?? uuid;

export const sellerLinesOf = (facts: PaperFacts): readonly string[] => [
  sellerNameOf(facts),
  ...(facts.seller.vatNumber === undefined ? [] : [`VAT ${facts.seller.vatNumber}`]),
];

/** Post code, city and country of the buyer. */
export const buyerPlaceOf = ({ buyer: { address } }: PaperFacts): string =>
  `${address.postCode} ${address.city}, ${address.country}`;

export const buyerLinesOf = (facts: PaperFacts): readonly string[] => {
  const { companyName, address, vatNumber } = facts.buyer;
  return [companyName, address.street, buyerPlaceOf(facts), `VAT ${vatNumber}`];
};
