import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import {
  formatInstant,
  formatDate,
  formatMileage,
  type Sheet,
  type Section,
  type Tone,
  type FieldGroup,
  type Cell,
  columns,
  notes,
} from '../sheet/sheet.ts';
import { type ExportFileFacts, explainDecision } from './export-file.ts';
import { WORDS } from '../../generated/words.ts';
import type { Blocker } from '../compliance/compliance-rules.ts';
import { VAT_RULES, areaOfAddress, areaOfSeller } from '../compliance/vat-rules.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { countingDocuments, evidenceFor } from '../compliance/evidence.ts';
import type { DocumentType } from '../documents/document.ts';
import type { MilestoneRecord, OrderRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';

/** The Export File as a PDF: equal facts give equal bytes. */
export const drawExportFile = (
  facts: ExportFileFacts,
  seller: CallerSeller,
  inSlices?: RunInSlices,
): Promise<Uint8Array> => drawSheet(describeExportFile(facts, seller), inSlices);

const WARNING = 'This is stub data, not a tax document';

/** Content of an Export File, as a pure function of its inputs. */
export const describeExportFile = (facts: ExportFileFacts, seller: CallerSeller): Sheet => {
  const { order, documentId, version, generatedAt } = facts;
  const subject = `Order ${order.externalOrderId}`;
  const generation = `Version ${String(version)}`;
  return {
    title: 'Export File',
    subtitle: 'EU VAT-compliant cross-border vehicle transaction',
    reference: { headline: subject, lines: [generation, `Generated ${formatInstant(generatedAt)}`] },
    warning: WARNING,
    banner: describeVerdict(facts),
    sections: [
      ...describeReasons(facts),
      describeOrder(facts),
      describeParties(facts, seller),
      describeChecks(facts),
      describeVehicles(facts),
      describeInvoices(facts),
      describePayments(facts),
      describeRoute(facts, seller),
      describeTransport(facts),
      describeDocuments(facts),
    ],
    footer: `Export File ${documentId}, ${generation.toLowerCase()}  |  ${subject}`,
    information: { id: documentId, subject: `${subject}, ${generation}`, madeAt: new Date(generatedAt) },
  };
};

type Banner = Sheet['banner'];

/** "`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)". */
const describeVerdict = (facts: ExportFileFacts): Banner => ({
  tone: toneOf(facts),
  headline: facts.decision,
  text: `${WORDS.decision[facts.decision].statement} The compliance status of the order is ${facts.order.compliance.status}.`,
});

const toneOf = ({ decision, order: { compliance } }: ExportFileFacts): Tone => {
  if (compliance.status !== 'VALID') return 'bad';
  return decision === 'VALID_EXPORT' ? 'good' : 'caution';
};

/** The matching rules with their articles, the deciding one first. */
const describeReasons = (facts: ExportFileFacts): readonly Section[] => {
  const { order } = facts;
  const { blockers, warnings = [] } = order.compliance;
  const reasons = facts.reasons ?? explainDecision(facts, facts.decision, VAT_RULES);
  return [
    ...(reasons.length === 0 ? [] : [notes(WORDS.decision[facts.decision].reasons, ...reasons)]),
    ...tableOf('Blockers', blockers),
    ...tableOf('Warnings', warnings),
  ];
};

const tableOf = (title: string, found: readonly Blocker[]): readonly Section[] =>
  found.length === 0
    ? []
    : [
        {
          kind: 'table',
          title,
          columns: columns({ Code: 30, VIN: 20, Problem: 50 }),
          rows: found.map(({ code, message, vin = 'all' }) => [code, vin, message]),
          empty: 'None.',
        },
      ];

/** What was sold, as far as it fits on a few lines. */
const describeOrder = ({ order, decision }: ExportFileFacts): Section => ({
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
const describeParties = ({ buyer }: ExportFileFacts, seller: CallerSeller): Section => ({
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
const describeRoute = ({ order, buyer }: ExportFileFacts, seller: CallerSeller): Section => {
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

const NONE = '–';

const describeVehicles = ({ order: { vins, totalAmount } }: ExportFileFacts): Section => ({
  kind: 'table',
  title: `Vehicles (${String(vins.length)})`,
  columns: columns(
    { 'No.': 5, VIN: 20, 'Make and model': 27 },
    { Mileage: 13, 'First registered': 15, 'Purchase amount': 20 },
  ),
  rows: vins.map((vin, index) => [
    String(index + 1),
    vin.vin,
    `${vin.brand} ${vin.model}`,
    vin.mileage === undefined ? NONE : formatMileage(vin.mileage),
    vin.firstRegistrationDate === undefined ? NONE : formatDate(vin.firstRegistrationDate),
    formatMoney(vin.purchaseAmount),
  ]),
  empty: 'No vehicles.',
  totals: [['', '', 'Total amount of the order', '', '', formatMoney(totalAmount)]],
});

const describeInvoices = ({ order: { invoices } }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'Invoices',
  columns: columns({ Type: 15, Number: 20, Date: 13, Status: 12, VAT: 14, 'Margin scheme': 17 }, { Amount: 20 }),
  rows: invoices.map((invoice) => [
    invoice.type,
    invoice.invoiceNumber,
    formatDate(invoice.invoiceDate),
    invoice.status,
    invoice.vatIncluded ? 'included' : 'not included',
    invoice.marginScheme ? 'yes' : 'no',
    formatMoney(invoice.amount),
  ]),
  empty: 'No invoice was submitted.',
});

const describePayments = ({ order, documents }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'Payments',
  columns: columns({ Paid: 20, Reference: 24, 'Proof of payment': 30 }, { Amount: 20 }),
  rows: order.payments.map(({ paidAt, reference = NONE, documentId, amount }) => {
    const proof = documents.find(({ id }) => id === documentId?.toLowerCase());
    return [
      formatInstant(paidAt),
      reference,
      proof === undefined ? NONE : { file: proof.fileName },
      formatMoney(amount),
    ];
  }),
  empty: 'No payment was submitted.',
  totals: balancesOf(order).map(([name, amount]) => [name, '', '', amount]),
});

/**
 * What was paid, and what is missing or too much: measured against the total of the order, which is without VAT, and against
 * the final invoice where it is for another amount.
 */
const balancesOf = (order: OrderRecord): readonly (readonly [name: string, amount: string])[] => {
  const { invoices, payments, totalAmount } = order;
  const sums = [totalAmount, ...invoices.filter(({ type }) => type === 'FINAL').map(({ amount }) => amount)];
  const [total = 0n, final = total] = sums.map(({ value }) => BigInt(value));
  const paid = payments.reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  const balance = (name: string, value: bigint) =>
    [name, formatMoney({ ...totalAmount, value: toAmount(value) })] as const;
  const due = final > total ? final : total;
  return [
    balance('Paid', paid),
    balance('Outstanding', outstandingOf(order)),
    ...(final === total ? [] : [balance('Outstanding by invoice', paid < final ? final - paid : 0n)]),
    balance('Overpaid', paid > due ? paid - due : 0n),
  ];
};

/** "Confirm pickup and delivery with CMR and declarations", per VIN. */
const describeTransport = ({ order: { vins }, documents }: ExportFileFacts): Section => {
  const nameOf = (vin: string, type: DocumentType): Cell => {
    const document = evidenceFor(vin, type, documents);
    return document === undefined ? NONE : { file: document.fileName };
  };
  return {
    kind: 'table',
    title: 'Transport and evidence',
    columns: columns({
      VIN: 20,
      'Picked up': 15,
      Delivered: 15,
      CMR: 17,
      'Pickup declaration': 17,
      'Delivery declaration': 17,
    }),
    rows: vins.map(({ vin, pickup, delivery }) => [
      vin,
      confirmedAt(pickup),
      confirmedAt(delivery),
      nameOf(vin, 'CMR'),
      nameOf(vin, 'PICKUP_DECLARATION'),
      nameOf(vin, 'DELIVERY_DECLARATION'),
    ]),
    empty: 'No vehicles.',
  };
};

const confirmedAt = (milestone: MilestoneRecord | undefined): string =>
  milestone === undefined ? NONE : formatInstant(milestone.confirmedAt);

/** The latest ACTIVE document of each type; archived documents do not count, and Export Files are not evidence. */
const describeDocuments = ({ order, documents }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'Documents',
  columns: columns({ Type: 22, 'File and document id': 38, VIN: 20, Uploaded: 20 }),
  rows: countingDocuments(order, documents).map(({ type, fileName, id, vin = 'all', createdAt }) => [
    type,
    { file: fileName, note: id },
    vin,
    formatInstant(createdAt),
  ]),
  empty: 'No documents were uploaded.',
});

/** Every request about the buyer's VAT number, the failed ones too. VIES gives a consultation number for a confirmation only. */
const describeChecks = ({ checks = [] }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'VIES checks',
  columns: columns({ Time: 23, 'VAT number': 16, Result: 11, 'Consultation number': 20, Reason: 30 }),
  rows: checks.map(({ at, vatNumber, result, consultationNumber = NONE, reason = NONE }) => [
    formatInstant(at),
    vatNumber,
    result,
    consultationNumber,
    reason,
  ]),
  empty: 'VIES was not asked.',
});
