import { key } from '../../engine/sandbox/collection.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { violation } from '../api/violation.ts';
import { findBuyerOfSeller } from '../buyers/find-buyer.ts';
import { documents } from '../documents/document.ts';
import { invoiceTypeOf } from '../documents/invoice-document.ts';
import { storeUpload } from '../documents/store-upload.ts';
import { prepareList } from '../downloads/open-document.ts';
import { findOrderOfSeller } from '../orders/find-order.ts';
import type { OrderRecord } from '../orders/order.ts';
import { problem } from '../policy/problem.ts';
import { reassessOrder } from '../verdict/reassess-orders.ts';

/** "Documents are append-only": every upload creates a document, and the latest ACTIVE one of its type counts. */
export const uploadBehaviours = defineBehaviours({
  uploadBuyerDocument: ({ path, body, files, seller, work }) => {
    const { uuid: buyerUuid } = findBuyerOfSeller(work, seller, path.buyerId);
    return { status: 201, body: storeUpload(work, { seller, type: body.type, buyerUuid }, files) };
  },

  listBuyerDocuments: ({ path, seller, organization, sandbox, work }) => {
    const { uuid } = findBuyerOfSeller(work, seller, path.buyerId);
    const records = work.findAll(documents, key('buyer', uuid));
    return { status: 200, body: prepareList(records, { work, sandbox, organization }) };
  },

  /** Uploads are evidence: recomputes the rollup of the order. The order's own status does not change. */
  uploadOrderDocument: ({ path, body, files, seller, work }) => {
    const { type, vin } = body;
    const order = findOrderOfSeller(work, seller, path.uuid);
    checkOpen(order);
    checkVin(order, vin);
    const subject = {
      seller,
      type,
      orderUuid: order.uuid,
      ...(vin === undefined ? {} : { vin }),
      ...invoiceOf(work, order, body),
    };
    const document = storeUpload(work, subject, files);
    reassessOrder(work, order.uuid);
    return { status: 201, body: document };
  },

  /** Includes Export Files, which are documents of the order. */
  listOrderDocuments: ({ path, seller, organization, sandbox, work }) => {
    const { uuid } = findOrderOfSeller(work, seller, path.uuid);
    const records = work.findAll(documents, key('order', uuid));
    return { status: 200, body: prepareList(records, { work, sandbox, organization }) };
  },
});

/** A cancelled order accepts no uploads; one with a verdict does, since corrected data can lead to another verdict. */
const checkOpen = ({ uuid, status }: OrderRecord): void => {
  if (status !== 'CANCELLED') return;
  throw problem('milestone-already-set', {
    detail: `A document cannot be uploaded: order ${uuid} is CANCELLED.`,
    extensions: { orderStatus: status },
  });
};

/** The invoice type of a document, for types that have one. */
const invoiceOf = (
  work: UnitOfWork,
  order: OrderRecord,
  { type, invoiceType }: Pick<Schemas['OrderDocumentUpload'], 'type' | 'invoiceType'>,
): { readonly invoiceType?: Schemas['InvoiceType'] } => {
  if (type === 'INVOICE')
    return {
      invoiceType: invoiceType ?? invoiceTypeOf(order, work.findAll(documents, key('order', order.uuid))),
    };
  if (invoiceType === undefined) return {};
  throw violation('invoiceType', `is for documents of type INVOICE, not for a ${type}`, invoiceType);
};

const checkVin = ({ uuid, vins }: OrderRecord, vin: string | undefined): void => {
  if (vin === undefined || vins.some((record) => record.vin === vin)) return;
  throw violation('vin', `is not a VIN of order ${uuid}`, vin);
};
