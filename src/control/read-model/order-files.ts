import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { documents } from '../../vat/documents/document.ts';
import { prepareBytes } from '../../vat/documents/downloads.ts';
import { type OrderRecord, orders } from '../../vat/orders/order.ts';

/** A file to be sent. */
export interface OpenedFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Draws a file that was never read. */
  readonly read: () => Promise<Uint8Array>;
}

/** An order of the sandbox. Throws 404. */
export const findOrder = (reading: Reading, uuid: string): OrderRecord => {
  const order = reading.get(orders, uuid.toLowerCase());
  if (order !== undefined) return order;
  throw problem('not-found', { detail: `The sandbox has no order ${uuid}; GET /__admin/orders lists its orders.` });
};

/** A document of an order. Throws 404. */
export const openDocument = (
  sandbox: Sandbox,
  organization: CallerOrganization,
  uuid: string,
  documentId: string,
): Promise<OpenedFile> =>
  sandbox.read((work) => openOf(findOrder(work, uuid), documentId, { work, sandbox, organization }));

/** The latest Export File of an order. Throws 404. */
export const openExportFile = (sandbox: Sandbox, organization: CallerOrganization, uuid: string): Promise<OpenedFile> =>
  sandbox.read((work) => {
    const order = findOrder(work, uuid);
    if (order.exportFile === undefined)
      throw problem('not-found', {
        detail: `Order ${order.uuid} has no Export File: it is ${order.status}, and the file comes with the verdict.`,
      });
    return openOf(order, order.exportFile.documentId, { work, sandbox, organization });
  });

const openOf = async (
  order: OrderRecord,
  documentId: string,
  reader: Parameters<typeof prepareBytes>[1],
): Promise<OpenedFile> => {
  const document = reader.work.get(documents, documentId.toLowerCase());
  if (document?.orderUuid !== order.uuid)
    throw problem('not-found', {
      detail: `Order ${order.uuid} has no document ${documentId}; GET /__admin/orders/${order.uuid} lists its documents.`,
    });
  const { fileName, contentType } = document;
  return { fileName, contentType, read: await prepareBytes(document, reader) };
};
