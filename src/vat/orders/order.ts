import { defineCollection, key } from '../../engine/sandbox/collection.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';

export type OrderStatus = Schemas['OrderStatus'];

/**
 * An order with everything that belongs to it alone: invoices, payments, transport, compliance. One document, so that
 * any change is one write, and its consequences are computed from a consistent state.
 */
export interface OrderRecord {
  readonly uuid: string;
  readonly seller: string;
  /** The seller's VAT number when the order was created; undefined if the organization names none. */
  readonly sellerVatNumber?: string;
  readonly externalOrderId: string;
  readonly buyerId: string;
  readonly purchaseDate: string;
  readonly responsibleContact?: Schemas['ResponsibleContact'];
  readonly vins: readonly VinRecord[];
  readonly totalAmount: Schemas['Money'];
  readonly status: OrderStatus;
  readonly version: number;
  /** Milliseconds since the epoch, here and below. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly invoices: readonly InvoiceRecord[];
  readonly payments: readonly PaymentRecord[];
  readonly transport: TransportRecord;
  readonly compliance: ComplianceRecord;
  /** The latest generation; undefined before the first verdict. */
  readonly exportFile?: ExportFileRecord;
  readonly cancellation?: { readonly cancelledAt: number; readonly reason?: string };
}

type VinInput = Schemas['OrderVinInput'];

/** A vehicle of the order with its progress. */
export interface VinRecord extends VinInput {
  readonly complianceStatus: Schemas['OrderVinComplianceStatus'];
  readonly pickup?: MilestoneRecord;
  readonly delivery?: MilestoneRecord;
}

export interface MilestoneRecord {
  /** As sent by the client: an RFC 3339 date-time. */
  readonly confirmedAt: string;
  readonly cmrDocumentId?: string;
  readonly declarationDocumentId?: string;
}

export interface InvoiceRecord {
  readonly type: Schemas['InvoiceType'];
  readonly invoiceDate: string;
  readonly invoiceNumber: string;
  readonly vatIncluded: boolean;
  readonly amount: Schemas['Money'];
  readonly marginScheme: boolean;
  readonly status: Schemas['Invoice']['status'];
  readonly version: number;
  readonly updatedAt: number;
}

export interface PaymentRecord {
  readonly uuid: string;
  readonly amount: Schemas['Money'];
  readonly paidAt: string;
  readonly reference?: string;
  readonly documentId?: string;
  readonly createdAt: number;
}

export interface TransportRecord {
  readonly revocations: readonly {
    readonly vins: readonly string[];
    readonly reason: string;
    readonly revokedAt: number;
  }[];
  readonly version: number;
  readonly updatedAt: number;
}

export interface ComplianceRecord {
  readonly status: Schemas['ComplianceRollup']['status'];
  /** Null before the final verdict. */
  readonly decision: Schemas['ComplianceDecision'] | null;
  readonly blockers: readonly Schemas['ComplianceBlocker'][];
  readonly viesResult: Schemas['ViesResult'];
  /** The data on which the verdict is based: only other data lead to another verdict. Undefined before the first. */
  readonly basis?: string;
  readonly version: number;
  readonly updatedAt: number;
}

export interface ExportFileRecord {
  readonly documentId: string;
  /** Generation number. */
  readonly version: number;
  readonly decision: Schemas['ComplianceDecision'];
  readonly generatedAt: number;
}

/** "After a verdict": the order has a verdict, unless its data is corrected. */
export const hasVerdict = ({ status }: OrderRecord): boolean =>
  status === 'COMPLIANCE_VALID' || status === 'COMPLIANCE_INVALID';

/** Whether a verdict was ever reached, even if later withdrawn: each has left an Export File. */
export const hadVerdict = ({ exportFile }: OrderRecord): boolean => exportFile !== undefined;

/** Changes of its buyer still affect the order. */
const isOpen = (order: OrderRecord): boolean => order.status !== 'CANCELLED' && !hasVerdict(order);

export const orders = defineCollection<OrderRecord>(
  'orders',
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
  ...(record.responsibleContact === undefined ? {} : { responsibleContact: record.responsibleContact }),
  vins: record.vins.map(({ pickup: _pickup, delivery: _delivery, complianceStatus: _status, ...vin }) => vin),
  totalAmount: record.totalAmount,
});
