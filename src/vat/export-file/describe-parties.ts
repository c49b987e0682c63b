import { WORDS } from '../../generated/words.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { areaOfAddress, areaOfSeller } from '../compliance/vat-area.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { formatDate, formatInstant } from '../sheet/format.ts';
import type { FieldGroup, Section } from '../sheet/sheet.ts';
import type { ExportFileFacts } from './generate-export-file.ts';

/** What was sold, as far as it fits on a few lines. */
export const describeOrder = ({ order, decision }: ExportFileFacts): Section => ({
  kind: 'fields',
  title: 'Order',
  groups: [
    {
      fields: [
        ['External order id', order.externalOrderId],
        ['Order uuid', order.uuid],
        ['Purchase date', formatDate(order.purchaseDate)],
        ['Total amount', formatMoney(order.totalAmount)],
      ],
    },
    {
      fields: [
        ['Status', `${order.status} (${WORDS.orderStatus[order.status].toLowerCase()})`],
        ['Compliance', order.compliance.status],
        ['Decision', `${decision} (${WORDS.decision[decision].word.toLowerCase()})`],
        ...contactOf(order.responsibleContact),
      ],
    },
  ],
});

const contactOf = (contact: ExportFileFacts['order']['responsibleContact']): FieldGroup['fields'] => {
  if (contact === undefined) return [];
  const { firstName, lastName, email, phone } = contact;
  return [
    ['Contact', `${firstName} ${lastName}`],
    ['E-mail', email],
    ...(phone === undefined ? [] : [['Phone', phone] as const]),
  ];
};

/** Seller and buyer. If the organization names no company for the seller, only its identifier is known. */
export const describeParties = ({ buyer }: ExportFileFacts, seller: CallerSeller): Section => ({
  kind: 'fields',
  title: 'Parties',
  groups: [toSellerGroup(seller), toBuyerGroup(buyer)],
});

const NOT_KNOWN = 'not known';

const toSellerGroup = (seller: CallerSeller): FieldGroup => {
  const { uuid, companyName = NOT_KNOWN, vatNumber = NOT_KNOWN } = seller;
  return {
    title: 'Seller',
    fields: [
      ['Company', companyName],
      ['Address', addressOf(seller)],
      ['VAT number', vatNumber],
      ['Seller id', uuid],
    ],
  };
};

const addressOf = ({ address = '', country = '' }: CallerSeller): string =>
  [address, country].filter((part) => part !== '').join(', ') || NOT_KNOWN;

/**
 * Where the transport begins and ends: the API asks for neither, so the seller's member state and the buyer's address stand for
 * them. Assumptions: vat-applicable-rules, seller-vat-number.
 */
export const describeRoute = ({ order, buyer }: ExportFileFacts, seller: CallerSeller): Section => {
  const departure = areaOfSeller(order);
  const { postCode, city, country } = buyer.address;
  return {
    kind: 'fields',
    title: 'Departure and arrival',
    groups: [
      {
        title: 'Departure',
        fields: [
          ['Country', nameCountry(departure ?? seller.country)],
          ['Place', addressOf(seller)],
          ['Taken from', 'the VAT number and address of the seller'],
        ],
      },
      {
        title: 'Arrival',
        fields: [
          ['Country', nameCountry(areaOfAddress(buyer.address) === 'XI' ? 'XI' : country)],
          ['Place', `${postCode} ${city}`],
          ['Taken from', 'the address of the buyer'],
        ],
      },
    ],
  };
};

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

const nameCountry = (code: string | undefined): string => {
  if (code === undefined) return NOT_KNOWN;
  return `${code === 'XI' ? 'Northern Ireland' : COUNTRIES.of(code)} (${code})`;
};

const toBuyerGroup = (buyer: BuyerRecord): FieldGroup => {
  const { street, postCode, city, country } = buyer.address;
  return {
    title: 'Buyer',
    fields: [
      ['Company', buyer.companyName],
      ['Address', `${street}, ${postCode} ${city}, ${country}`],
      ['VAT number', buyer.vatNumber],
      ['VIES', viesOf(buyer)],
      ['KYC', buyer.kycMode === 'SERVICE_LED' ? `${buyer.kycMode}, ${buyer.kyc.status}` : buyer.kycMode],
      ['Buyer id', buyer.uuid],
    ],
  };
};

const viesOf = ({ vies: { result, checkedAt } }: BuyerRecord): string =>
  checkedAt === null ? result : `${result}, checked ${formatInstant(checkedAt)}`;
