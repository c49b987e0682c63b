import { toIsoDateTime } from '../../kernel/clock.ts';
import { VAT_LAW } from '../../generated/vat-law.ts';
import type { Schemas } from '../api/behaviour.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import { evidenceFor } from './evidence.ts';

type Warning = Schemas['ComplianceWarning'];

/** The warnings as docs/workflow.md shows them. */
export const WARNINGS = [
  {
    code: 'DATED_IN_FUTURE',
    when: 'an invoice, a payment, a pickup or a delivery is dated later than the clock of the sandbox, by more than five minutes (a date: by more than a day)',
    source: 'what has not happened cannot be proven',
  },
  {
    code: 'EVIDENCE_OLDER_THAN_FACT',
    when: 'a document that counts was uploaded before the invoice, payment, pickup or delivery that it proves',
    source: 'evidence follows what it proves',
  },
  {
    code: 'DELIVERED_LATE',
    when: 'a vehicle was delivered after the tenth day of the month that follows its pickup',
    source:
      "Implementing Regulation (EU) 282/2011, Article 45a(1)(b)(i): until then the acquirer's statement of arrival is due. No limit is set to the transport itself (Court of Justice, C-84/09)",
  },
] as const satisfies readonly { readonly code: string; readonly when: string; readonly source: string }[];

/** Clocks of clients differ: what is later by less is not later. Milliseconds. */
const LEEWAY = 300_000;

/** A date has no time zone: somewhere it begins up to 14 hours before it does in UTC. */
const DAY = 86_400_000;

/** Whether what a client states to have happened is later than an instant of the sandbox's clock. */
export const isLater = (stated: string, instant: number): boolean => Date.parse(stated) > instant + LEEWAY;

const isDayLater = (date: string, instant: number): boolean => Date.parse(date) > instant + DAY;

/**
 * What makes a tax office doubt evidence that is complete: times that contradict each other, and a transport that lasts
 * longer than the tax rules expect. Warnings decide nothing. Assumption: compliance-warnings.
 */
export const warningsOf = (
  { order, documents }: { readonly order: OrderRecord; readonly documents: readonly DocumentRecord[] },
  now: number,
): readonly Warning[] => [
  ...warningsOfInvoices(order, documents, now),
  ...warningsOfPayments(order, documents, now),
  ...order.vins.flatMap((vin) => warningsOfTransport(vin, documents, now)),
];

const warningsOfInvoices = (
  { invoices }: OrderRecord,
  documents: readonly DocumentRecord[],
  now: number,
): readonly Warning[] =>
  invoices.flatMap(({ type, invoiceDate }) => {
    const name = `The ${type.toLowerCase()} invoice`;
    const document = documents.findLast((one) => one.status === 'ACTIVE' && isOfInvoice(type, one));
    return [
      ...(isDayLater(invoiceDate, now) ? [inFuture(`${name} is dated ${invoiceDate}`)] : []),
      ...(document !== undefined && isDayLater(invoiceDate, document.createdAt)
        ? [tooOld(document, `${name.toLowerCase()} of ${invoiceDate}`)]
        : []),
    ];
  });

/** A later payment may have a proof of its own: only what is older than the first one proves nothing. */
const warningsOfPayments = (
  { payments }: OrderRecord,
  documents: readonly DocumentRecord[],
  now: number,
): readonly Warning[] => {
  const [first] = payments.toSorted((one, other) => Date.parse(one.paidAt) - Date.parse(other.paidAt));
  if (first === undefined) return [];
  const proof = documents.findLast(({ type, status }) => type === 'PROOF_OF_PAYMENT' && status === 'ACTIVE');
  return [
    ...payments.flatMap(({ paidAt }) => (isLater(paidAt, now) ? [inFuture(`A payment is dated ${paidAt}`)] : [])),
    ...(proof !== undefined && isLater(first.paidAt, proof.createdAt)
      ? [tooOld(proof, `the payment of ${first.paidAt}`)]
      : []),
  ];
};

const warningsOfTransport = (
  { vin, pickup, delivery }: VinRecord,
  documents: readonly DocumentRecord[],
  now: number,
): readonly Warning[] => {
  if (pickup === undefined) return [];
  const { confirmedAt: pickedUp } = pickup;
  return [
    ...(isLater(pickedUp, now) ? [inFuture(`The pickup is dated ${pickedUp}`, vin)] : []),
    ...olderThan(pickedUp, 'the pickup', vin, [
      evidenceFor(vin, 'PICKUP_DECLARATION', documents),
      evidenceFor(vin, 'CMR', documents),
    ]),
    ...(delivery === undefined ? [] : warningsOfDelivery(vin, pickedUp, delivery.confirmedAt, documents, now)),
  ];
};

const warningsOfDelivery = (
  vin: string,
  pickedUp: string,
  delivered: string,
  documents: readonly DocumentRecord[],
  now: number,
): readonly Warning[] => [
  ...(isLater(delivered, now) ? [inFuture(`The delivery is dated ${delivered}`, vin)] : []),
  ...olderThan(delivered, 'the delivery', vin, [evidenceFor(vin, 'DELIVERY_DECLARATION', documents)]),
  ...(Date.parse(delivered) < statementOverdue(pickedUp)
    ? []
    : [
        {
          code: 'DELIVERED_LATE',
          message: `Picked up on ${pickedUp.slice(0, 10)} and delivered on ${delivered.slice(0, 10)}: the acquirer's statement that the vehicle has arrived was due by the tenth day of the month after the supply (Implementing Regulation (EU) 282/2011, Article 45a(1)(b)(i)). No limit is set to the transport itself, but it must be linked to the supply in time (Court of Justice, C-84/09).`,
          vin,
        },
      ]),
];

/** "By the tenth day of the month following the supply", which begins with the pickup: the first instant after that day. */
const statementOverdue = (pickedUp: string): number => {
  const supply = new Date(pickedUp);
  return Date.UTC(supply.getUTCFullYear(), supply.getUTCMonth() + 1, VAT_LAW.statementDueOn + 1);
};

const olderThan = (
  fact: string,
  name: string,
  vin: string,
  evidence: readonly (DocumentRecord | undefined)[],
): readonly Warning[] =>
  evidence.flatMap((document) =>
    document !== undefined && isLater(fact, document.createdAt)
      ? [{ ...tooOld(document, `${name} of ${fact}`), vin }]
      : [],
  );

const tooOld = ({ type, createdAt }: DocumentRecord, fact: string): Warning => ({
  code: 'EVIDENCE_OLDER_THAN_FACT',
  message: `The ${type} was uploaded at ${toIsoDateTime(createdAt)}, before ${fact} that it proves.`,
});

const inFuture = (statement: string, vin?: string): Warning => ({
  code: 'DATED_IN_FUTURE',
  message: `${statement}, which is still to come on the clock of the sandbox.`,
  ...(vin === undefined ? {} : { vin }),
});
