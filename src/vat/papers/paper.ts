import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { DocumentType, DocumentRecord } from '../documents/document.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import {
  formatDay,
  formatDate,
  formatInstant,
  formatMileage,
  box,
  boxes,
  notes,
  signatures,
  columns,
  type Sheet,
  type Section,
} from '../sheet/sheet.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord, VinRecord, InvoiceRecord } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { formatMoney } from '../api/format-money.ts';

/** Inputs of a sample paper: the records that it is about. */
export interface PaperFacts {
  readonly document: DocumentRecord;
  readonly buyer: BuyerRecord;
  readonly seller: CallerSeller;
  /** Undefined for a paper about a buyer. */
  readonly order?: OrderRecord;
}

/** Inputs of a paper about an order. */
interface OrderPaperFacts extends PaperFacts {
  readonly order: OrderRecord;
}

/** The vehicles of the paper: one, or all of the order. */
const vehiclesOf = ({ document: { vin }, order: { vins } }: OrderPaperFacts): readonly VinRecord[] =>
  vin === undefined ? vins : vins.filter((vehicle) => vehicle.vin === vin);

const sellerNameOf = ({ seller: { companyName, uuid } }: PaperFacts): string => companyName ?? uuid;

const sellerLinesOf = (facts: PaperFacts): readonly string[] => [
  sellerNameOf(facts),
  ...(facts.seller.vatNumber === undefined ? [] : [`VAT ${facts.seller.vatNumber}`]),
];

/** Post code, city and country of the buyer. */
const buyerPlaceOf = ({ buyer: { address } }: PaperFacts): string =>
  `${address.postCode} ${address.city}, ${address.country}`;

const buyerLinesOf = (facts: PaperFacts): readonly string[] => {
  const { companyName, address, vatNumber } = facts.buyer;
  return [companyName, address.street, buyerPlaceOf(facts), `VAT ${vatNumber}`];
};

/** Content of a paper: its title and sections. */
interface PaperText {
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
  columns: columns({ 'No.': 6, VIN: 26, 'Make and model': 34 }, { Mileage: 16, 'First registered': 18 }),
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

const partiesOf = (facts: OrderPaperFacts): Section =>
  boxes([box('Seller', sellerLinesOf(facts)), box('Buyer', buyerLinesOf(facts))]);

/** The consignee signs on arrival, which is confirmed here a little later. */
const hasArrived = ({ document: { createdAt } }: OrderPaperFacts, vehicles: readonly VinRecord[]): boolean =>
  vehicles.length > 0 &&
  vehicles.every(({ delivery }) => delivery !== undefined && Date.parse(delivery.confirmedAt) - DAY <= createdAt);

/** A consignment note with the numbered boxes of the CMR convention's form. */
const describeCmr = (facts: OrderPaperFacts): PaperText => {
  const { document, order, buyer } = facts;
  const vehicles = vehiclesOf(facts);
  const loaded = vehicles.find(({ pickup }) => pickup !== undefined)?.pickup?.confirmedAt;
  const takenOver = loaded === undefined ? formatDay(document.createdAt) : formatInstant(loaded);
  const seller = sellerNameOf(facts);
  return {
    title: 'CMR',
    subtitle: 'International consignment note',
    sections: [
      boxes(
        [box('1  Sender', sellerLinesOf(facts)), box('16  Carrier', CARRIER)],
        [box('2  Consignee', buyerLinesOf(facts)), box('17  Successive carriers', 'None')],
        [box('3  Place of delivery', buyerPlaceOf(facts)), box("18  Carrier's reservations and observations", 'None')],
        [
          box('4  Place and date of taking over', [seller, takenOver]),
          box('5  Documents attached', `Invoice, order ${order.externalOrderId}`),
        ],
      ),
      vehicleTable(vehicles, '6 to 9  Marks, number, packing and nature of the goods'),
      boxes(
        [
          box('10  Statistical number', '8703'),
          box('11  Gross weight', 'As registered'),
          box('12  Volume', `${String(vehicles.length)} vehicle(s)`),
        ],
        [box("13  Sender's instructions", 'Deliver against signature.', 2), box('14  Carriage', 'Paid by the sender')],
      ),
      signatures(
        '22 to 24  Signatures',
        { role: '22  Sender', name: seller, signed: takenOver },
        { role: '23  Carrier', name: CARRIER, signed: takenOver },
        {
          role: '24  Consignee, goods received',
          name: buyer.companyName,
          signed: hasArrived(facts, vehicles) ? `${buyer.address.city}, ${formatDay(document.createdAt)}` : '',
        },
      ),
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

const describeInvoice = (facts: OrderPaperFacts): PaperText => {
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
      partiesOf(facts),
      {
        kind: 'table',
        title: 'Lines',
        columns: columns({ 'No.': 6, Description: 44, VIN: 26 }, { Amount: 24 }),
        rows: order.vins.map((vehicle, index) => [
          String(index + 1),
          `${nameOf(vehicle)}, used vehicle`,
          vehicle.vin,
          formatMoney(vehicle.purchaseAmount),
        ]),
        empty: 'No lines.',
        totals: [['', 'Total', '', formatMoney(amount)]],
      },
      ...(invoice === undefined ? [] : [notes('VAT', vatNote(invoice))]),
    ],
  };
};

const describePaymentProof = (facts: OrderPaperFacts): PaperText => {
  const { order, document, buyer } = facts;
  const payment = order.payments.find(({ documentId }) => documentId?.toLowerCase() === document.id);
  const executed = payment === undefined ? formatDay(document.createdAt) : formatInstant(payment.paidAt);
  return {
    title: 'Transfer confirmation',
    subtitle: 'Bank transfer, executed',
    sections: [
      boxes(
        [
          box('Ordered by', [buyer.companyName, `${buyer.address.city}, ${buyer.address.country}`]),
          box('In favour of', sellerLinesOf(facts)),
        ],
        [box('Amount', formatMoney(payment?.amount ?? order.totalAmount)), box('Executed', executed)],
        [box('Reference', payment?.reference ?? order.externalOrderId), box('Charges', 'Shared (SHA)')],
      ),
      notes('Status', 'The transfer was executed and cannot be recalled.'),
    ],
  };
};

const describeDeclaration = (facts: OrderPaperFacts, title: string, statement: string): PaperText => {
  const { document, order, buyer } = facts;
  const date = formatDay(document.createdAt);
  return {
    title,
    subtitle: `Order ${order.externalOrderId}`,
    sections: [
      notes('Declaration', statement),
      vehicleTable(vehiclesOf(facts)),
      partiesOf(facts),
      signatures(
        'Signatures',
        { role: 'For the buyer', name: buyer.companyName, signed: `${buyer.address.city}, ${date}` },
        { role: 'Driver', name: CARRIER, signed: date },
      ),
    ],
  };
};

const describePickupDeclaration = (facts: OrderPaperFacts): PaperText =>
  describeDeclaration(
    facts,
    'Pickup declaration',
    'The undersigned declare that the vehicles below were handed over for transport to the member state of the buyer.',
  );

const describeDeliveryDeclaration = (facts: OrderPaperFacts): PaperText =>
  describeDeclaration(
    facts,
    'Delivery declaration',
    'The undersigned declare that the vehicles below have arrived at the buyer in the member state of destination.',
  );

const OF_ORDERS: Partial<Record<DocumentType, (facts: OrderPaperFacts) => PaperText>> = {
  INVOICE: describeInvoice,
  PROOF_OF_PAYMENT: describePaymentProof,
  CMR: describeCmr,
  PICKUP_DECLARATION: describePickupDeclaration,
  DELIVERY_DECLARATION: describeDeliveryDeclaration,
};

const isOfOrder = (facts: PaperFacts): facts is OrderPaperFacts => facts.order !== undefined;

/** Content of a sample paper, as a pure function of its records. */
const describePaper = (facts: PaperFacts): Sheet => {
  const { document } = facts;
  const describe = OF_ORDERS[document.type];
  const { title, subtitle, sections } =
    describe !== undefined && isOfOrder(facts) ? describe(facts) : describeBuyerPaper(facts);
  return {
    title,
    subtitle,
    reference: { headline: document.fileName.replace(/\.pdf$/, ''), lines: [] },
    warning: 'This is a sample document of a stub server, made for tests and demonstrations',
    sections,
    footer: `${title} ${document.id}`,
    information: { id: document.id, subject: document.fileName, madeAt: new Date(document.createdAt) },
  };
};

/** The paper as a PDF: equal records give equal bytes. */
export const drawPaper = (facts: PaperFacts, inSlices?: RunInSlices): Promise<Uint8Array> =>
  drawSheet(describePaper(facts), inSlices);

const TITLES: Partial<Record<DocumentType, readonly [title: string, statement: string]>> = {
  COMPANY_REGISTRATION: ['Company register extract', 'The company below is registered and active.'],
  VAT_CERTIFICATE: ['VAT certificate', 'The company below is registered for VAT under the number shown.'],
  IDENTITY_DOCUMENT: ['Identity document', 'Placeholder for an identity document; it does not show a person.'],
  PROOF_OF_ADDRESS: ['Proof of address', 'The registered office of the company below is at the address shown.'],
  POWER_OF_ATTORNEY: ['Power of attorney', 'The signatory is authorized to represent the company below.'],
};

/** Describes a company: its identity, and what the paper certifies. */
const describeBuyerPaper = (facts: PaperFacts): PaperText => {
  const { document, buyer } = facts;
  const [title, statement] = TITLES[document.type] ?? ['Document', 'Sample document.'];
  const date = formatDay(document.createdAt);
  return {
    title,
    subtitle: buyer.companyName,
    sections: [
      notes('Statement', statement),
      boxes([box('Company', buyerLinesOf(facts), 2), box('Issued', date)]),
      signatures('Issued by', {
        role: 'Issuing office',
        name: `Sample office, ${buyer.address.country}`,
        signed: date,
      }),
    ],
  };
};
