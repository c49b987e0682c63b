import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import {
  type Cell,
  type FieldGroup,
  type Section,
  type Sheet,
  formatDate,
  formatInstant,
  formatMileage,
  tableOf,
} from '../sheet/sheet.ts';
import { type ExportFileFacts, explainDecision } from './export-file.ts';
import { WORDS } from '../../generated/words.ts';
import type { Blocker } from '../compliance/verdict-rules.ts';
import { areaOfAddress, areaOfSeller } from '../compliance/vat-rules.ts';
import { formatMoney } from '../api/format-money.ts';
import { countingDocuments, evidenceFor } from '../compliance/evidence.ts';
import type { DocumentRecord, DocumentType } from '../documents/document.ts';
import { type MilestoneRecord, type OrderRecord, type VinRecord, invoiceOf } from '../orders/order.ts';
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

/** "`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)". */
const describeVerdict = ({ decision, order: { compliance } }: ExportFileFacts): Sheet['banner'] => ({
  tone: compliance.status !== 'VALID' ? 'bad' : decision === 'VALID_EXPORT' ? 'good' : 'caution',
  headline: decision,
  text: `${WORDS.decision[decision].statement} The compliance status of the order is ${compliance.status}.`,
});

/** The matching rules with their articles, the deciding one first. */
const describeReasons = (facts: ExportFileFacts): readonly Section[] => {
  const { order, decision } = facts;
  const { blockers, warnings = [] } = order.compliance;
  const reasons = explainDecision(facts, decision);
  const found = Object.entries({ Blockers: blockers, Warnings: warnings }).filter(([, all]) => all.length > 0);
  return [
    ...(reasons.length === 0
      ? []
      : [{ kind: 'notes', title: WORDS.decision[decision].reasons, notes: reasons } as const]),
    ...found.map(([title, all]) =>
      tableOf<Blocker>(title, 'None.', all, {
        Code: [30, ({ code }) => code],
        VIN: [20, ({ vin = 'all' }) => vin],
        Problem: [50, ({ message }) => message],
      }),
    ),
  ];
};

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

const NOT_KNOWN = 'not known';

/** Seller and buyer. If the organization names no company for the seller, only its identifier is known. */
const describeParties = ({ buyer }: ExportFileFacts, seller: CallerSeller): Section => {
  const { street, postCode, city, country } = buyer.address;
  const { result, checkedAt } = buyer.vies;
  return {
    kind: 'fields',
    title: 'Parties',
    groups: [
      {
        title: 'Seller',
        fields: [
          ['Company', seller.companyName ?? NOT_KNOWN],
          ['Address', addressOf(seller)],
          ['VAT number', seller.vatNumber ?? NOT_KNOWN],
          ['Seller id', seller.uuid],
        ],
      },
      {
        title: 'Buyer',
        fields: [
          ['Company', buyer.companyName],
          ['Address', `${street}, ${postCode} ${city}, ${country}`],
          ['VAT number', buyer.vatNumber],
          ['VIES', checkedAt === null ? result : `${result}, checked ${formatInstant(checkedAt)}`],
          ['KYC', buyer.kycMode === 'SERVICE_LED' ? `${buyer.kycMode}, ${buyer.kyc.status}` : buyer.kycMode],
          ['Buyer id', buyer.uuid],
        ],
      },
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
  const { postCode, city, country } = buyer.address;
  return {
    kind: 'fields',
    title: 'Departure and arrival',
    groups: [
      {
        title: 'Departure',
        fields: [
          ['Country', nameCountry(areaOfSeller(order) ?? seller.country)],
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

const NONE = '–';

const describeVehicles = ({ order: { vins, totalAmount } }: ExportFileFacts): Section =>
  tableOf(
    `Vehicles (${String(vins.length)})`,
    'No vehicles.',
    vins,
    {
      'No.': [5, (_vin, index) => String(index + 1)],
      VIN: [20, ({ vin }) => vin],
      'Make and model': [27, ({ brand, model }) => `${brand} ${model}`],
      Mileage: [13, ({ mileage }) => (mileage === undefined ? NONE : formatMileage(mileage)), 'right'],
      'First registered': [
        15,
        ({ firstRegistrationDate: day }) => (day === undefined ? NONE : formatDate(day)),
        'right',
      ],
      'Purchase amount': [20, ({ purchaseAmount }) => formatMoney(purchaseAmount), 'right'],
    },
    [['', '', 'Total amount of the order', '', '', formatMoney(totalAmount)]],
  );

const describeInvoices = ({ order: { invoices } }: ExportFileFacts): Section =>
  tableOf('Invoices', 'No invoice was submitted.', invoices, {
    Type: [15, ({ type }) => type],
    Number: [20, ({ invoiceNumber }) => invoiceNumber],
    Date: [13, ({ invoiceDate }) => formatDate(invoiceDate)],
    Status: [12, ({ status }) => status],
    VAT: [14, ({ vatIncluded }) => (vatIncluded ? 'included' : 'not included')],
    'Margin scheme': [17, ({ marginScheme }) => (marginScheme ? 'yes' : 'no')],
    Amount: [20, ({ amount }) => formatMoney(amount), 'right'],
  });

const describePayments = ({ order, documents }: ExportFileFacts): Section =>
  tableOf(
    'Payments',
    'No payment was submitted.',
    order.payments,
    {
      Paid: [20, ({ paidAt }) => formatInstant(paidAt)],
      Reference: [24, ({ reference = NONE }) => reference],
      'Proof of payment': [
        30,
        ({ documentId }) => fileOf(documents.find(({ id }) => id === documentId?.toLowerCase())),
      ],
      Amount: [20, ({ amount }) => formatMoney(amount), 'right'],
    },
    balancesOf(order).map(([name, amount]) => [name, '', '', amount]),
  );

const fileOf = (document: DocumentRecord | undefined): Cell =>
  document === undefined ? NONE : { file: document.fileName };

/**
 * What was paid, and what is missing or too much: measured against the total of the order, which is without VAT, and against
 * the final invoice where it is for another amount.
 */
const balancesOf = (order: OrderRecord): readonly (readonly [name: string, amount: string])[] => {
  const { payments, totalAmount } = order;
  const total = BigInt(totalAmount.value);
  const final = BigInt(invoiceOf(order, 'FINAL')?.amount.value ?? total);
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
  const at = (milestone: MilestoneRecord | undefined): string =>
    milestone === undefined ? NONE : formatInstant(milestone.confirmedAt);
  const paper =
    (type: DocumentType) =>
    ({ vin }: VinRecord): Cell =>
      fileOf(evidenceFor(vin, type, documents));
  return tableOf('Transport and evidence', 'No vehicles.', vins, {
    VIN: [20, ({ vin }) => vin],
    'Picked up': [15, ({ pickup }) => at(pickup)],
    Delivered: [15, ({ delivery }) => at(delivery)],
    CMR: [17, paper('CMR')],
    'Pickup declaration': [17, paper('PICKUP_DECLARATION')],
    'Delivery declaration': [17, paper('DELIVERY_DECLARATION')],
  });
};

/** The latest ACTIVE document of each type; archived documents do not count, and Export Files are not evidence. */
const describeDocuments = ({ order, documents }: ExportFileFacts): Section =>
  tableOf('Documents', 'No documents were uploaded.', countingDocuments(order, documents), {
    Type: [22, ({ type }) => type],
    'File and document id': [38, ({ fileName, id }) => ({ file: fileName, note: id })],
    VIN: [20, ({ vin = 'all' }) => vin],
    Uploaded: [20, ({ createdAt }) => formatInstant(createdAt)],
  });

/** Every request about the buyer's VAT number, the failed ones too. VIES gives a consultation number for a confirmation only. */
const describeChecks = ({ checks = [] }: ExportFileFacts): Section =>
  tableOf('VIES checks', 'VIES was not asked.', checks, {
    Time: [23, ({ at }) => formatInstant(at)],
    'VAT number': [16, ({ vatNumber }) => vatNumber],
    Result: [11, ({ result }) => result],
    'Consultation number': [20, ({ consultationNumber = NONE }) => consultationNumber],
    Reason: [30, ({ reason = NONE }) => reason],
  });
