import { parseDateTime, toIsoDateTime } from '../../kernel/clock.ts';
import { VAT_LAW } from '../../generated/vat-law.ts';
import type { Schemas } from '../api/behaviour.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import { evidenceFor } from './evidence.ts';

type Warning = Schemas['ComplianceWarning'];

/** Clocks of clients differ: what is later by less is not later. Milliseconds. */
const LEEWAY = 300_000;

/** A date has no time zone: somewhere it begins up to 14 hours before it does in UTC. */
const DAY = 86_400_000;

/** Whether what a client states to have happened is later than an instant of the sandbox's clock. */
export const isLater = (stated: string, instant: number): boolean => parseDateTime(stated) > instant + LEEWAY;

const isDayLater = (date: string, instant: number): boolean => Date.parse(date) > instant + DAY;

/** What a client states to have happened, and its evidence, which cannot be older. */
interface Statement {
  /** "The pickup is dated ...", and "before the pickup of ... that it proves". */
  readonly names: readonly [subject: string, fact: string];
  /** A date or a date-time. */
  readonly at: string;
  readonly isLate: (stated: string, instant: number) => boolean;
  readonly evidence: readonly (DocumentRecord | undefined)[];
}

/**
 * What makes a tax office doubt evidence that is complete: times that contradict each other, and a transport that lasts
 * longer than the tax rules expect. Warnings decide nothing. Assumption: compliance-warnings.
 */
export const warningsOf = (
  { order, documents }: { readonly order: OrderRecord; readonly documents: readonly DocumentRecord[] },
  now: number,
): readonly Warning[] => [
  ...statementsOf(order, documents).flatMap((statement) => warningsOfStatement(statement, now)),
  ...order.vins.flatMap((vehicle) =>
    [
      ...statementsOfTransport(vehicle, documents).flatMap((statement) => warningsOfStatement(statement, now)),
      ...warningsOfArrival(vehicle),
    ].map((warning) => ({ ...warning, vin: vehicle.vin })),
  ),
];

const warningsOfStatement = ({ names, at, isLate, evidence }: Statement, now: number): readonly Warning[] => [
  ...(isLate(at, now)
    ? [
        {
          code: 'DATED_IN_FUTURE',
          message: `${names[0]} is dated ${at}, which is still to come on the clock of the sandbox.`,
        },
      ]
    : []),
  ...evidence.flatMap((document) =>
    document !== undefined && isLate(at, document.createdAt)
      ? [
          {
            code: 'EVIDENCE_OLDER_THAN_FACT',
            message: `The ${document.type} was uploaded at ${toIsoDateTime(document.createdAt)}, before ${names[1]} of ${at} that it proves.`,
          },
        ]
      : [],
  ),
];

const statementsOf = (
  { invoices, payments }: OrderRecord,
  documents: readonly DocumentRecord[],
): readonly Statement[] => {
  // A later payment may have a proof of its own: only what is older than the first one proves nothing.
  const [first] = payments.toSorted((one, other) => parseDateTime(one.paidAt) - parseDateTime(other.paidAt));
  const proof = documents.findLast(({ type, status }) => type === 'PROOF_OF_PAYMENT' && status === 'ACTIVE');
  return [
    ...invoices.map(({ type, invoiceDate }): Statement => ({
      names: [`The ${type.toLowerCase()} invoice`, `the ${type.toLowerCase()} invoice`],
      at: invoiceDate,
      isLate: isDayLater,
      evidence: [documents.findLast((one) => one.status === 'ACTIVE' && isOfInvoice(type, one))],
    })),
    ...payments.map((payment): Statement => ({
      names: ['A payment', 'the payment'],
      at: payment.paidAt,
      isLate: isLater,
      evidence: payment === first ? [proof] : [],
    })),
  ];
};

const statementsOfTransport = (
  { vin, pickup, delivery }: VinRecord,
  documents: readonly DocumentRecord[],
): readonly Statement[] => {
  const statement = (name: string, at: string | undefined, ...types: readonly DocumentRecord['type'][]): Statement[] =>
    at === undefined
      ? []
      : [
          {
            names: [`The ${name}`, `the ${name}`],
            at,
            isLate: isLater,
            evidence: types.map((type) => evidenceFor(vin, type, documents)),
          },
        ];
  return [
    ...statement('pickup', pickup?.confirmedAt, 'PICKUP_DECLARATION', 'CMR'),
    ...statement('delivery', delivery?.confirmedAt, 'DELIVERY_DECLARATION'),
  ];
};

const warningsOfArrival = ({ pickup, delivery }: VinRecord): readonly Warning[] => {
  // The days where the vehicle was, which their offsets tell.
  const [pickedUp, delivered] = [pickup, delivery].map((milestone) => milestone?.confirmedAt.slice(0, 10));
  if (pickedUp === undefined || delivered === undefined || Date.parse(delivered) < statementOverdue(pickedUp))
    return [];
  return [
    {
      code: 'DELIVERED_LATE',
      message: `Picked up on ${pickedUp} and delivered on ${delivered}: the acquirer's statement that the vehicle has arrived was due by the tenth day of the month after the supply (Implementing Regulation (EU) 282/2011, Article 45a(1)(b)(i)). No limit is set to the transport itself, but it must be linked to the supply in time (Court of Justice, C-84/09).`,
    },
  ];
};

/** "By the tenth day of the month following the supply", which begins with the pickup: the first instant after that day. */
const statementOverdue = (pickedUp: string): number => {
  const supply = new Date(pickedUp);
  return Date.UTC(supply.getUTCFullYear(), supply.getUTCMonth() + 1, VAT_LAW.statementDueOn + 1);
};
