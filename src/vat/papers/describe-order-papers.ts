import { formatMoney } from '../api/format-money.ts';
import type { InvoiceRecord, VinRecord } from '../orders/order.ts';
import { formatDate, formatDay, formatInstant, formatMileage } from '../sheet/format.ts';
import type { Section } from '../sheet/sheet.ts';
import { type OrderPaperFacts, buyerLinesOf, sellerLinesOf, sellerNameOf, vehiclesOf } from './paper-facts.ts';

/** Content of a paper: its title and sections. */
export interface PaperText {
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly Section[];
}

/** A fictitious carrier. */
const CARRIER = 'Northway Vehicle Logistics';

const nameOf = ({ brand, model }: VinRecord): string => `${brand} ${model}`;

const vehicleTable = (vehicles: readonly VinRecord[], title = 'Vehicles'): Section => ({
  kind: 'table',
  title,
  columns: [
    { title: 'No.', share: 6 },
    { title: 'VIN', share: 26 },
    { title: 'Make and model', share: 34 },
    { title: 'Mileage', share: 16, align: 'right' },
    { title: 'First registered', share: 18, align: 'right' },
  ],
  rows: vehicles.map((vehicle, index) => [
    String(index + 1),
    vehicle.vin,
    nameOf(vehicle),
    vehicle.mileage === undefined ? '–' : formatMileage(vehicle.mileage),
    vehicle.firstRegistrationDate === undefined ? '–' : formatDate(vehicle.firstRegistrationDate),
  ]),
  empty: 'No vehicles.',
});

const DAY = 86_400_000;

/** The consignee signs on arrival, which is confirmed here a little later. */
const hasArrived = ({ document: { createdAt } }: OrderPaperFacts, vehicles: readonly VinRecord[]): boolean =>
  vehicles.length > 0 &&
  vehicles.every(({ delivery }) => delivery !== undefined && Date.parse(delivery.confirmedAt) - DAY <= createdAt);

/** A consignment note with the numbered boxes of the CMR convention's form. */
export const describeCmr = (facts: OrderPaperFacts): PaperText => {
  const { document, order, buyer } = facts;
  const vehicles = vehiclesOf(facts);
  const loaded = vehicles.find(({ pickup }) => pickup !== undefined)?.pickup?.confirmedAt;
  const takenOver = loaded === undefined ? formatDay(document.createdAt) : formatInstant(loaded);
  const seller = sellerNameOf(facts);
  return {
    title: 'CMR',
    subtitle: 'International consignment note',
    sections: [
      {
        kind: 'boxes',
        rows: [
          [
            { title: '1  Sender', lines: sellerLinesOf(facts), share: 1 },
            { title: '16  Carrier', lines: [CARRIER], share: 1 },
          ],
          [
            { title: '2  Consignee', lines: buyerLinesOf(facts), share: 1 },
            { title: '17  Successive carriers', lines: ['None'], share: 1 },
          ],
          [
            {
              title: '3  Place of delivery',
              lines: [`${buyer.address.postCode} ${buyer.address.city}, ${buyer.address.country}`],
              share: 1,
            },
            { title: "18  Carrier's reservations and observations", lines: ['None'], share: 1 },
          ],
          [
            { title: '4  Place and date of taking over', lines: [seller, takenOver], share: 1 },
            { title: '5  Documents attached', lines: [`Invoice, order ${order.externalOrderId}`], share: 1 },
          ],
        ],
      },
      vehicleTable(vehicles, '6 to 9  Marks, number, packing and nature of the goods'),
      {
        kind: 'boxes',
        rows: [
          [
            { title: '10  Statistical number', lines: ['8703'], share: 1 },
            { title: '11  Gross weight', lines: ['As registered'], share: 1 },
            { title: '12  Volume', lines: [`${String(vehicles.length)} vehicle(s)`], share: 1 },
          ],
          [
            { title: "13  Sender's instructions", lines: ['Deliver against signature.'], share: 2 },
            { title: '14  Carriage', lines: ['Paid by the sender'], share: 1 },
          ],
        ],
      },
      {
        kind: 'signatures',
        title: '22 to 24  Signatures',
        places: [
          { role: '22  Sender', name: seller, signed: takenOver },
          { role: '23  Carrier', name: CARRIER, signed: takenOver },
          {
            role: '24  Consignee, goods received',
            name: buyer.companyName,
            signed: hasArrived(facts, vehicles) ? `${buyer.address.city}, ${formatDay(document.createdAt)}` : '',
          },
        ],
      },
    ],
  };
};

/** The newest invoice submitted before the paper was uploaded; before the first, the order total. */
const invoiceOf = ({ order, document: { createdAt } }: OrderPaperFacts): InvoiceRecord | undefined =>
  order.invoices.findLast(({ updatedAt }) => updatedAt <= createdAt) ?? order.invoices[0];

const vatNote = ({ marginScheme, vatIncluded }: InvoiceRecord): string => {
  if (marginScheme) return 'Margin scheme, second-hand goods: VAT is not shown separately.';
  return vatIncluded
    ? 'The amounts include VAT.'
    : 'No VAT is charged on this invoice: intra-Community supply, subject to proof.';
};

export const describeInvoice = (facts: OrderPaperFacts): PaperText => {
  const { order, document } = facts;
  const invoice = invoiceOf(facts);
  const amount = invoice?.amount ?? order.totalAmount;
  return {
    title: invoice?.type === 'PRELIMINARY' ? 'Preliminary invoice' : 'Invoice',
    subtitle: `Order ${order.externalOrderId}`,
    sections: [
      {
        kind: 'fields',
        title: 'Invoice',
        groups: [
          {
            fields: [
              ['Number', invoice?.invoiceNumber ?? order.externalOrderId],
              ['Date', invoice === undefined ? formatDay(document.createdAt) : formatDate(invoice.invoiceDate)],
            ],
          },
          { fields: [['Order', order.externalOrderId]] },
        ],
      },
      {
        kind: 'boxes',
        rows: [
          [
            { title: 'Seller', lines: sellerLinesOf(facts), share: 1 },
            { title: 'Buyer', lines: buyerLinesOf(facts), share: 1 },
          ],
        ],
      },
      {
        kind: 'table',
        title: 'Lines',
        columns: [
          { title: 'No.', share: 6 },
          { title: 'Description', share: 44 },
          { title: 'VIN', share: 26 },
          { title: 'Amount', share: 24, align: 'right' },
        ],
        rows: order.vins.map((vehicle, index) => [
          String(index + 1),
          `${nameOf(vehicle)}, used vehicle`,
          vehicle.vin,
          formatMoney(vehicle.purchaseAmount),
        ]),
        empty: 'No lines.',
        total: ['', 'Total', '', formatMoney(amount)],
      },
      ...(invoice === undefined ? [] : [{ kind: 'notes', title: 'VAT', notes: [vatNote(invoice)] } as const]),
    ],
  };
};

export const describePaymentProof = (facts: OrderPaperFacts): PaperText => {
  const { order, document, buyer } = facts;
  const payment = order.payments.find(({ documentId }) => documentId?.toLowerCase() === document.id);
  return {
    title: 'Transfer confirmation',
    subtitle: 'Bank transfer, executed',
    sections: [
      {
        kind: 'boxes',
        rows: [
          [
            {
              title: 'Ordered by',
              lines: [buyer.companyName, `${buyer.address.city}, ${buyer.address.country}`],
              share: 1,
            },
            { title: 'In favour of', lines: sellerLinesOf(facts), share: 1 },
          ],
          [
            { title: 'Amount', lines: [formatMoney(payment?.amount ?? order.totalAmount)], share: 1 },
            {
              title: 'Executed',
              lines: [payment === undefined ? formatDay(document.createdAt) : formatInstant(payment.paidAt)],
              share: 1,
            },
          ],
          [
            { title: 'Reference', lines: [payment?.reference ?? order.externalOrderId], share: 1 },
            { title: 'Charges', lines: ['Shared (SHA)'], share: 1 },
          ],
        ],
      },
      { kind: 'notes', title: 'Status', notes: ['The transfer was executed and cannot be recalled.'] },
    ],
  };
};

const describeDeclaration = (facts: OrderPaperFacts, title: string, statement: string, signed: boolean): PaperText => {
  const { document, order, buyer } = facts;
  const date = formatDay(document.createdAt);
  return {
    title,
    subtitle: `Order ${order.externalOrderId}`,
    sections: [
      { kind: 'notes', title: 'Declaration', notes: [statement] },
      vehicleTable(vehiclesOf(facts)),
      {
        kind: 'boxes',
        rows: [
          [
            { title: 'Seller', lines: sellerLinesOf(facts), share: 1 },
            { title: 'Buyer', lines: buyerLinesOf(facts), share: 1 },
          ],
        ],
      },
      {
        kind: 'signatures',
        title: 'Signatures',
        places: [
          { role: 'For the buyer', name: buyer.companyName, signed: signed ? `${buyer.address.city}, ${date}` : '' },
          { role: 'Driver', name: CARRIER, signed: date },
        ],
      },
    ],
  };
};

export const describePickupDeclaration = (facts: OrderPaperFacts): PaperText =>
  describeDeclaration(
    facts,
    'Pickup declaration',
    'The undersigned declare that the vehicles below were handed over for transport to the member state of the buyer.',
    true,
  );

export const describeDeliveryDeclaration = (facts: OrderPaperFacts): PaperText =>
  describeDeclaration(
    facts,
    'Delivery declaration',
    'The undersigned declare that the vehicles below have arrived at the buyer in the member state of destination.',
    true,
  );
