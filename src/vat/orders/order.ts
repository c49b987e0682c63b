import {
  count,
  defineRecords,
  idIn,
  instant,
  key,
  label,
  list,
  object,
  text,
  type TypeOf,
  uuid,
} from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component, memberOf, membersOf } from '../api/component-schema.ts';
import type { CallerSeller } from '../policy/own-members.ts';

export type OrderStatus = Schemas['OrderStatus'];

/** As the client stated it. */
const milestone = component('TransportMilestone');

export type MilestoneRecord = TypeOf<typeof milestone>;

/** A vehicle of the order with its progress. */
const vin = object({
  ...membersOf('OrderVinInput', 'vin', 'brand', 'model', 'mileage?', 'firstRegistrationDate?', 'purchaseAmount'),
  complianceStatus: component('OrderVinComplianceStatus'),
  'pickup?': milestone,
  'delivery?': milestone,
});

export type VinRecord = TypeOf<typeof vin>;

const invoice = object({
  type: component('InvoiceType'),
  ...membersOf('InvoiceRequest', 'invoiceDate', 'invoiceNumber', 'vatIncluded', 'amount', 'marginScheme'),
  status: memberOf('Invoice', 'status'),
  version: count,
  updatedAt: instant,
});

export type InvoiceRecord = TypeOf<typeof invoice>;

const payment = object({
  uuid,
  ...membersOf('PaymentRequest', 'amount', 'paidAt', 'reference?', 'documentId?'),
  createdAt: instant,
});

export type PaymentRecord = TypeOf<typeof payment>;

const transport = object({
  revocations: list(
    object({
      ...membersOf('PickupRevocationRequest', 'reason'),
      vins: component('OrderVinSelection'),
      revokedAt: instant,
    }),
  ),
  version: count,
  updatedAt: instant,
});

const compliance = object({
  ...membersOf('ComplianceRollup', 'status', 'decision', 'blockers', 'warnings?', 'viesResult'),
  /** The data on which the verdict is based: only other data lead to another verdict. Absent before the first. */
  'basis?': text,
  /** What the Export File says, as a digest: another statement makes another generation. Absent before the first. */
  'statement?': text,
  version: count,
  updatedAt: instant,
});

export const exportFileMembers = {
  // The version is the number of the generation.
  ...membersOf('ExportFile', 'documentId', 'version', 'decision'),
  generatedAt: instant,
};

const exportFile = object(exportFileMembers);

/** Assumption: order-vins-limits. */
export const MOST_VINS = 500;

/**
 * An order with everything that belongs to it alone: invoices, payments, transport, compliance. One document, so that
 * any change is one write, and its consequences are computed from a consistent state.
 */
export const orderSchema = object({
  uuid,
  seller: uuid,
  /** The seller's VAT number when the order was created; absent if the organization names none. */
  'sellerVatNumber?': label,
  buyerId: idIn('buyers'),
  ...membersOf('OrderCreateRequest', 'externalOrderId', 'purchaseDate', 'responsibleContact?', 'totalAmount'),
  vins: { ...list(vin), minItems: 1, maxItems: MOST_VINS },
  status: component('OrderStatus'),
  version: count,
  createdAt: instant,
  updatedAt: instant,
  invoices: list(invoice),
  payments: list(payment),
  transport,
  compliance,
  /** The latest generation; absent before the first verdict. */
  'exportFile?': exportFile,
  'cancellation?': object({ cancelledAt: instant, ...membersOf('CancelRequest', 'reason?') }),
});

export type OrderRecord = TypeOf<typeof orderSchema>;

/** "After a verdict": the order has a verdict, unless its data is corrected. */
export const hasVerdict = ({ status }: Pick<OrderRecord, 'status'>): boolean =>
  status === 'COMPLIANCE_VALID' || status === 'COMPLIANCE_INVALID';

/** Whether a verdict was ever reached, even if later withdrawn: each has left an Export File. */
export const hadVerdict = ({ exportFile }: OrderRecord): boolean => exportFile !== undefined;

/** The invoice of a type: an order has at most one of each. */
export const invoiceOf = (
  { invoices }: Pick<OrderRecord, 'invoices'>,
  wanted: InvoiceRecord['type'],
): InvoiceRecord | undefined => invoices.find(({ type }) => type === wanted);

/** Changes of its buyer still affect the order. */
export const isOpen = (order: Pick<OrderRecord, 'status'>): boolean =>
  order.status !== 'CANCELLED' && !hasVerdict(order);

export const orders = defineRecords(
  'orders',
  orderSchema,
  ({ uuid }) => uuid,
  (order) => [
    key('natural', order.seller, order.externalOrderId),
    key('status', order.status),
    ...(isOpen(order) ? [key('open-of-buyer', order.buyerId)] : []),
    ...order.vins.map(({ vin }) => key('vin', vin)),
  ],
);

/** The order as the API shows it. */
export const toOrder = (record: OrderRecord): Schemas['Order'] => {
  const order = {
    uuid: record.uuid,
    externalOrderId: record.externalOrderId,
    buyerId: record.buyerId,
    purchaseDate: record.purchaseDate,
    status: record.status,
    vins: record.vins.map(toOrderVin),
    totalAmount: record.totalAmount,
    version: record.version,
    createdAt: toIsoDateTime(record.createdAt),
    updatedAt: toIsoDateTime(record.updatedAt),
  };
  const { responsibleContact } = record;
  return responsibleContact === undefined ? order : { ...order, responsibleContact };
};

const toOrderVin = (record: VinRecord): Schemas['OrderVinResponse'] => {
  // Nothing to omit before the first confirmation.
  if (record.pickup === undefined && record.delivery === undefined) return record;
  const { pickup: _pickup, delivery: _delivery, ...vin } = record;
  return vin;
};

/** The order as requested, to compare with a repeated create. */
export const toCreateRequest = (record: OrderRecord): Schemas['OrderCreateRequest'] => ({
  externalOrderId: record.externalOrderId,
  buyerId: record.buyerId,
  purchaseDate: record.purchaseDate,
  ...(record.responsibleContact && { responsibleContact: record.responsibleContact }),
  vins: record.vins.map(({ pickup: _pickup, delivery: _delivery, complianceStatus: _status, ...vin }) => vin),
  totalAmount: record.totalAmount,
});

const NOTHING: readonly never[] = [];

/** A new order: nothing submitted, picked up or decided. The buyer is named by the uuid of its record. */
export const openOrder = (
  request: Schemas['OrderCreateRequest'],
  { uuid, seller, now }: { readonly uuid: string; readonly seller: CallerSeller; readonly now: number },
): OrderRecord => {
  const order = {
    uuid,
    seller: seller.uuid,
    externalOrderId: request.externalOrderId,
    buyerId: request.buyerId,
    purchaseDate: request.purchaseDate,
    vins: request.vins.map((vin) => ({ ...vin, complianceStatus: 'PENDING' as const })),
    totalAmount: request.totalAmount,
    status: 'CREATED',
    version: 1,
    createdAt: now,
    updatedAt: now,
    invoices: NOTHING,
    payments: NOTHING,
    transport: { revocations: NOTHING, version: 1, updatedAt: now },
    compliance: {
      status: 'INCOMPLETE',
      decision: null,
      blockers: [],
      viesResult: 'PENDING',
      version: 1,
      updatedAt: now,
    },
  } as const;
  const { responsibleContact } = request;
  const sellerVatNumber = seller.vatNumber;
  // Optional members come last: V8 builds an object literal with spreads in the middle member by member.
  const opened = sellerVatNumber === undefined ? order : { ...order, sellerVatNumber };
  return responsibleContact === undefined ? opened : { ...opened, responsibleContact };
};
