import { PAPERS } from '../../generated/papers.ts';
import { parseDateTime } from '../../kernel/clock.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { InvoiceRecord, OrderRecord } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import { fillSheet, formatDate, formatDay, formatInstant } from '../sheet/sheet.ts';

/** Inputs of a sample paper: the records that it is about. */
export interface PaperFacts {
  readonly document: DocumentRecord;
  readonly buyer: BuyerRecord;
  readonly seller: CallerSeller;
  /** Undefined for a paper about a buyer. */
  readonly order?: OrderRecord;
}

/** The paper as a PDF: equal records give equal bytes. */
export const drawPaper = (facts: PaperFacts, inSlices?: RunInSlices): Promise<Uint8Array> => {
  const { document, buyer, order, seller } = facts;
  const { uuid, companyName: sellerName = uuid, vatNumber } = seller;
  const filled = fillSheet(PAPERS[document.type as keyof typeof PAPERS], {
    document,
    buyer,
    sellerName,
    sellerLines: [sellerName, ...(vatNumber === undefined ? [] : [`VAT ${vatNumber}`])],
    ...(order && valuesOfOrder(document, order, buyer.address.city)),
  });
  const sheet = {
    ...filled,
    reference: { headline: document.fileName.replace(/\.pdf$/, ''), lines: [] },
    warning: 'This is a sample document of a stub server, made for tests and demonstrations',
    footer: `${filled.title} ${document.id}`,
    information: { id: document.id, subject: document.fileName, madeAt: new Date(document.createdAt) },
  };
  return drawSheet(sheet, inSlices);
};

const DAY = 86_400_000;

const valuesOfOrder = (document: DocumentRecord, order: OrderRecord, arrival: string) => {
  const { id, createdAt, vin } = document;
  const { externalOrderId, totalAmount, invoices, payments, vins } = order;
  const date = formatDay(createdAt);
  // The newest submitted before the paper was uploaded; before the first, the order total.
  const invoice = invoices.findLast(({ updatedAt }) => updatedAt <= createdAt) ?? invoices[0];
  const payment = payments.find(({ documentId }) => documentId?.toLowerCase() === id);
  const vehicles = vins.filter((vehicle) => vin === undefined || vehicle.vin === vin);
  const loaded = vehicles.find(({ pickup }) => pickup !== undefined)?.pickup?.confirmedAt;
  // The consignee signs on arrival, which is confirmed here a little later.
  const hasArrived =
    vehicles.length > 0 &&
    vehicles.every(({ delivery }) => delivery !== undefined && parseDateTime(delivery.confirmedAt) - DAY <= createdAt);
  return {
    order,
    vehicles,
    invoiceTitle: invoice?.type === 'PRELIMINARY' ? 'Preliminary invoice' : 'Invoice',
    invoiceNumber: invoice?.invoiceNumber ?? externalOrderId,
    invoiceDate: invoice === undefined ? date : formatDate(invoice.invoiceDate),
    invoiceTotal: invoice?.amount ?? totalAmount,
    vatNote: invoice === undefined ? [] : [vatNoteOf(invoice)],
    paid: payment?.amount ?? totalAmount,
    executed: payment === undefined ? date : formatInstant(payment.paidAt),
    reference: payment?.reference ?? externalOrderId,
    takenOver: loaded === undefined ? date : formatInstant(loaded),
    arrived: hasArrived ? `${arrival}, ${date}` : '',
  };
};

const vatNoteOf = ({ marginScheme, vatIncluded }: InvoiceRecord): string => {
  if (marginScheme) return 'Margin scheme, second-hand goods: VAT is not shown separately.';
  return vatIncluded
    ? 'The total includes VAT.'
    : 'No VAT is charged: exempt intra-Community supply (Directive 2006/112/EC, Article 138), subject to proof.';
};
