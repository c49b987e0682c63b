import { toIsoDateTime } from '../../kernel/clock.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { OrderRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import { transportStatusOf } from '../transport/transport.ts';
import { READ_MODEL_LIMITS } from './limits.ts';

/** Makes the path that downloads a document of the order. */
export interface DownloadPaths {
  readonly document: (orderUuid: string, documentId: string) => string;
  readonly exportFile: (orderUuid: string) => string;
}

/** The parts of an order: vehicles, invoices, payments, documents. */
export const detailOrder = (order: OrderRecord, documents: readonly DocumentRecord[], paths: DownloadPaths) => ({
  version: order.version,
  ...(order.responsibleContact === undefined ? {} : { responsibleContact: order.responsibleContact }),
  ...(order.cancellation === undefined ? {} : { cancellation: toCancellation(order.cancellation) }),
  warnings: order.compliance.warnings ?? [],
  vins: order.vins.map((vin) => ({ ...vin, transportStatus: transportStatusOf(vin) })),
  revocations: order.transport.revocations.map(({ revokedAt, ...revocation }) => ({
    ...revocation,
    revokedAt: toIsoDateTime(revokedAt),
  })),
  invoices: order.invoices.map(({ updatedAt, ...invoice }) => ({ ...invoice, updatedAt: toIsoDateTime(updatedAt) })),
  payments: order.payments.map(({ createdAt, ...payment }) => ({ ...payment, createdAt: toIsoDateTime(createdAt) })),
  outstandingAmount: { value: toAmount(outstandingOf(order)), currency: order.totalAmount.currency },
  documents: documents
    .slice(-READ_MODEL_LIMITS.documents)
    .toReversed()
    .map((document) => ({ ...toDocument(document), download: paths.document(order.uuid, document.id) })),
  documentCount: documents.length,
  exportFile: toExportFile(order, paths),
});

const toCancellation = ({ cancelledAt, reason }: NonNullable<OrderRecord['cancellation']>) => ({
  cancelledAt: toIsoDateTime(cancelledAt),
  ...(reason === undefined ? {} : { reason }),
});

const toDocument = ({
  id,
  type,
  status,
  fileName,
  contentType,
  digest,
  vin,
  invoiceType,
  createdAt,
}: DocumentRecord) => ({
  id,
  type,
  status,
  fileName,
  contentType,
  ...digest,
  ...(vin === undefined ? {} : { vin }),
  ...(invoiceType === undefined ? {} : { invoiceType }),
  createdAt: toIsoDateTime(createdAt),
});

const toExportFile = ({ uuid, exportFile }: OrderRecord, paths: DownloadPaths) =>
  exportFile === undefined
    ? null
    : { ...exportFile, generatedAt: toIsoDateTime(exportFile.generatedAt), download: paths.exportFile(uuid) };
