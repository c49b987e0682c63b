import { PAPERS } from '../../generated/papers.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { InvoiceRecord, OrderRecord, VinRecord } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import {
  type Section,
  type Sheet,
  formatDate,
  formatDay,
  formatInstant,
  formatMileage,
  tableOf,
} from '../sheet/sheet.ts';

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
  const { document } = facts;
  const { title, subtitle, sections } = fill(PAPERS[document.type as keyof typeof PAPERS], valuesOf(facts)) as Sheet;
  const sheet = {
    ...{ title, subtitle },
    sections: sections.filter((section) => section.kind !== 'notes' || section.notes.length > 0),
    reference: { headline: document.fileName.replace(/\.pdf$/, ''), lines: [] },
    warning: 'This is a sample document of a stub server, made for tests and demonstrations',
    footer: `${title} ${document.id}`,
    information: { id: document.id, subject: document.fileName, madeAt: new Date(document.createdAt) },
  };
  return drawSheet(sheet, inSlices);
};

type Values = Readonly<Record<string, string | Section | readonly string[]>>;

/** A template with its placeholders replaced: one that is an entry of a list may stand for several, or for none. */
const fill = (template: unknown, values: Values): unknown => {
  if (typeof template === 'string') {
    const whole = values[/^\{(\w+)\}$/.exec(template)?.[1] ?? ''];
    if (whole !== undefined) return whole;
    return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      return typeof value === 'string' ? value : placeholder;
    });
  }
  if (Array.isArray(template))
    return template.flatMap((entry) => (Array.isArray(entry) ? [fill(entry, values)] : fill(entry, values)));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, fill(member, values)]));
};

const valuesOf = (facts: PaperFacts): Values => {
  const { document, buyer, order } = facts;
  const { companyName: buyerName, address, vatNumber } = buyer;
  const { uuid, companyName: sellerName = uuid, vatNumber: sellerVat } = facts.seller;
  const buyerPlace = `${address.postCode} ${address.city}, ${address.country}`;
  return {
    ...{ buyerName, buyerPlace, buyerCity: address.city, buyerCountry: address.country },
    buyer: [buyerName, address.street, buyerPlace, `VAT ${vatNumber}`],
    sellerName,
    seller: [sellerName, ...(sellerVat === undefined ? [] : [`VAT ${sellerVat}`])],
    date: formatDay(document.createdAt),
    ...(order && valuesOfOrder(document, order, address.city)),
  };
};

const DAY = 86_400_000;

const valuesOfOrder = (document: DocumentRecord, order: OrderRecord, arrival: string): Values => {
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
    vehicles.every(({ delivery }) => delivery !== undefined && Date.parse(delivery.confirmedAt) - DAY <= createdAt);
  return {
    order: externalOrderId,
    invoiceTitle: invoice?.type === 'PRELIMINARY' ? 'Preliminary invoice' : 'Invoice',
    invoiceNumber: invoice?.invoiceNumber ?? externalOrderId,
    invoiceDate: invoice === undefined ? date : formatDate(invoice.invoiceDate),
    invoiceLines: tableOf(
      'Lines',
      'No lines.',
      vins,
      {
        'No.': [6, (_vehicle, index) => String(index + 1)],
        Description: [44, (vehicle) => `${nameOf(vehicle)}, used vehicle`],
        VIN: [26, (vehicle) => vehicle.vin],
        Amount: [24, (vehicle) => formatMoney(vehicle.purchaseAmount), 'right'],
      },
      [['', 'Total', '', formatMoney(invoice?.amount ?? totalAmount)]],
    ),
    vatNote: invoice === undefined ? [] : [vatNoteOf(invoice)],
    paid: formatMoney(payment?.amount ?? totalAmount),
    executed: payment === undefined ? date : formatInstant(payment.paidAt),
    reference: payment?.reference ?? externalOrderId,
    takenOver: loaded === undefined ? date : formatInstant(loaded),
    arrived: hasArrived ? `${arrival}, ${date}` : '',
    vehicleCount: String(vehicles.length),
    vehicles: vehicleTable('Vehicles', vehicles),
    goods: vehicleTable('6 to 9  Marks, number, packing and nature of the goods', vehicles),
  };
};

const nameOf = ({ brand, model }: VinRecord): string => `${brand} ${model}`;

const vehicleTable = (title: string, vehicles: readonly VinRecord[]): Section =>
  tableOf(title, 'No vehicles.', vehicles, {
    'No.': [6, (_vehicle, index) => String(index + 1)],
    VIN: [26, ({ vin }) => vin],
    'Make and model': [34, nameOf],
    Mileage: [16, ({ mileage }) => (mileage === undefined ? '–' : formatMileage(mileage)), 'right'],
    'First registered': [18, ({ firstRegistrationDate: day }) => (day === undefined ? '–' : formatDate(day)), 'right'],
  });

const vatNoteOf = ({ marginScheme, vatIncluded }: InvoiceRecord): string => {
  if (marginScheme) return 'Margin scheme, second-hand goods: VAT is not shown separately.';
  return vatIncluded
    ? 'The amounts include VAT.'
    : 'No VAT is charged on this invoice: intra-Community supply, subject to proof.';
};
