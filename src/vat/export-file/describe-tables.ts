import { formatMoney } from '../api/format-money.ts';
import { countingDocuments } from '../compliance/counting-documents.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import type { DocumentType } from '../documents/document.ts';
import type { MilestoneRecord, OrderRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from '../payments/outstanding.ts';
import { formatDate, formatInstant, formatMileage } from '../sheet/format.ts';
import { columns } from '../sheet/sections.ts';
import type { Cell, Section } from '../sheet/sheet.ts';
import type { ExportFileFacts } from './generate-export-file.ts';

const NONE = '–';

export const describeVehicles = ({ order: { vins, totalAmount } }: ExportFileFacts): Section => ({
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

export const describeInvoices = ({ order: { invoices } }: ExportFileFacts): Section => ({
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

export const describePayments = ({ order, documents }: ExportFileFacts): Section => ({
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
export const describeTransport = ({ order: { vins }, documents }: ExportFileFacts): Section => {
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
export const describeDocuments = ({ order, documents }: ExportFileFacts): Section => ({
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
export const describeChecks = ({ checks = [] }: ExportFileFacts): Section => ({
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
