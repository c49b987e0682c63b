import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { violation } from '../api/violation.ts';
import type { OrderRecord } from '../orders/order.ts';
import { type DocumentRecord, type DocumentType, documents } from './document.ts';

export interface DocumentReference {
  /** The member of the request that names the document. */
  readonly field: string;
  readonly id: string;
  readonly type: DocumentType;
  /** The VINs that the document has to be about; undefined when any will do. */
  readonly vins?: readonly string[];
}

/** A document that a step names as its evidence has to be there, of the right kind, and current. Ends with 422. */
export const checkReference = async (
  work: Reading,
  order: OrderRecord,
  { field, id, type, vins }: DocumentReference,
): Promise<DocumentRecord> => {
  const document = await work.get(documents, id.toLowerCase());
  if (document?.orderUuid !== order.uuid)
    throw violation(field, `is not a document of order ${order.uuid}: upload it to this order first`, id);
  if (document.type !== type)
    throw violation(field, `must be the id of a ${type}, but is the id of a ${document.type}`, id);
  if (document.status !== 'ACTIVE') throw violation(field, 'is the id of an ARCHIVED document', id);
  const { vin } = document;
  if (vin !== undefined && vins?.includes(vin) === false)
    throw violation(field, `is the id of a document for ${vin}, which is not one of the VINs of this step`, id);
  return document;
};
