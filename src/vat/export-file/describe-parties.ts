import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
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
        ['Status', order.status],
        ['Compliance', order.compliance.status],
        ['Decision', decision],
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

const toSellerGroup = ({ uuid, companyName = NOT_KNOWN, vatNumber = NOT_KNOWN }: CallerSeller): FieldGroup => ({
  title: 'Seller',
  fields: [
    ['Company', companyName],
    ['VAT number', vatNumber],
    ['Seller id', uuid],
  ],
});

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
