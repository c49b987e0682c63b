import { formatMoney } from '../api/format-money.ts';
import { evidenceFor } from '../compliance/judge.ts';
import type { DocumentRecord, DocumentType } from '../documents/document.ts';
import type { MilestoneRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from '../payments/outstanding.ts';
import { formatDate, formatInstant, formatMileage } from '../sheet/format.ts';
import type { Cell, Section } from '../sheet/sheet.ts';
import type { ExportFileFacts } from './generate-export-file.ts';

const NONE = '–';

export const describeVehicles = ({ order: { vins, totalAmount } }: ExportFileFacts): Section => ({
  kind: 'table',
  title: `Vehicles (${String(vins.length)})`,
  columns: [
    { title: 'No.', share: 5 },
    { title: 'VIN', share: 20 },
    { title: 'Make and model', share: 27 },
    { title: 'Mileage', share: 13, align: 'right' },
    { title: 'First registered', share: 15, align: 'right' },
    { title: 'Purchase amount', share: 20, align: 'right' },
  ],
  rows: vins.map((vin, index) => [
    String(index + 1),
    vin.vin,
    `${vin.brand} ${vin.model}`,
    vin.mileage === undefined ? NONE : formatMileage(vin.mileage),
    vin.firstRegistrationDate === undefined ? NONE : formatDate(vin.firstRegistrationDate),
    formatMoney(vin.purchaseAmount),
  ]),
  empty: 'No vehicles.',
  total: ['', '', 'Total amount of the order', '', '', formatMoney(totalAmount)],
});

export const describeInvoices = ({ order: { invoices } }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'Invoices',
  columns: [
    { title: 'Type', share: 15 },
    { title: 'Number', share: 20 },
    { title: 'Date', share: 13 },
    { title: 'Status', share: 12 },
    { title: 'VAT', share: 14 },
    { title: 'Margin scheme', share: 17 },
    { title: 'Amount', share: 20, align: 'right' },
  ],
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

export const describePayments = ({ order, documents }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'Payments',
  columns: [
    { title: 'Paid', share: 20 },
    { title: 'Reference', share: 24 },
    { title: 'Proof of payment', share: 30 },
    { title: 'Amount', share: 20, align: 'right' },
  ],
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
  total: ['Outstanding', '', '', formatMoney({ ...order.totalAmount, value: toAmount(outstandingOf(order)) })],
});

/** "Confirm pickup and delivery with CMR and declarations", per VIN. */
export const describeTransport = ({ order: { vins }, documents }: ExportFileFacts): Section => {
  const nameOf = (vin: string, type: DocumentType): Cell => {
    const document = evidenceFor(vin, type, documents);
    return document === undefined ? NONE : { file: document.fileName };
  };
  return {
    kind: 'table',
    title: 'Transport and evidence',
    columns: [
      { title: 'VIN', share: 20 },
      { title: 'Picked up', share: 15 },
      { title: 'Delivered', share: 15 },
      { title: 'CMR', share: 17 },
      { title: 'Pickup declaration', share: 17 },
      { title: 'Delivery declaration', share: 17 },
    ],
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
export const describeDocuments = ({ documents }: ExportFileFacts): Section => ({
  kind: 'table',
  title: 'Documents',
  columns: [
    { title: 'Type', share: 22 },
    { title: 'File and document id', share: 38 },
    { title: 'VIN', share: 20 },
    { title: 'Uploaded', share: 20 },
  ],
  rows: documents
    .filter(isEvidence)
    .map(({ type, fileName, id, vin = 'all', createdAt }) => [
      type,
      { file: fileName, note: id },
      vin,
      formatInstant(createdAt),
    ]),
  empty: 'No documents were uploaded.',
});

const isEvidence = ({ type, status }: DocumentRecord): boolean => status === 'ACTIVE' && type !== 'EXPORT_FILE';
