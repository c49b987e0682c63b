import { drawUuid } from '../../kernel/ids.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import type { Facts } from '../compliance/judge.ts';
import { type DocumentRecord, documents } from '../documents/document.ts';
import { emit } from '../emit.ts';
import { type ExportFileRecord, type OrderRecord, orders } from '../orders/order.ts';

/** What an Export File was generated from: the page is drawn from this, whatever has changed since. */
export interface ExportFileFacts extends Facts, ExportFileRecord {}

export const exportFileFacts = defineCollection<ExportFileFacts>('export-file-facts', ({ documentId }) => documentId);

/** "The Export File is generated and event `export_file.generated` fires", on first generation and on regenerations. */
export const generateExportFile = async (work: UnitOfWork, order: OrderRecord, facts: Facts): Promise<OrderRecord> => {
  const { decision } = order.compliance;
  if (decision === null) throw new Error(`order ${order.uuid} has no decision`);
  const version = (order.exportFile?.version ?? 0) + 1;
  const document = await work.insert<DocumentRecord>(documents, ({ random }) => ({
    id: drawUuid(random),
    seller: order.seller,
    type: 'EXPORT_FILE',
    status: 'ACTIVE',
    fileName: `export-file-${order.externalOrderId.replaceAll(/[^\w.-]/g, '_')}-v${String(version)}.pdf`,
    contentType: 'application/pdf',
    digest: undefined,
    orderUuid: order.uuid,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
  }));
  const exportFile: ExportFileRecord = { documentId: document.id, version, decision, generatedAt: work.now };
  const generated = await work.update(orders, order, { ...order, exportFile });
  await work.insert(exportFileFacts, () => ({ ...facts, ...exportFile, order: generated }));
  await emit(work, 'export_file.generated', order.seller, {
    orderUuid: order.uuid,
    documentId: document.id,
    version,
    downloadUrl: downloadUrlOf(document.id),
    generatedAt: toIsoDateTime(work.now),
    decision,
  });
  return generated;
};

/** "Path relative to the API host, pointing at the document download path." Assumption: export-file-event-download-url. */
export const downloadUrlOf = (documentId: string): string => `/v1/documents/${documentId}/download`;
