import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { violation } from '../api/violation.ts';
import type { OrderRecord } from '../orders/order.ts';
import { type DocumentRecord, type DocumentType, documents } from './document.ts';

interface DocumentReference {
  /** Member of the request that names the document. */
  readonly field: string;
  readonly id: string;
  readonly type: DocumentType;
  /** VINs that the document must cover; undefined for no restriction. */
  readonly vins?: readonly string[];
}

/** A document named as evidence must exist, have the right type, and be ACTIVE. Throws 422. */
export const checkReference = (
  work: Reading,
  order: OrderRecord,
  { field, id, type, vins }: DocumentReference,
): DocumentRecord => {
  const document = work.get(documents, id.toLowerCase());
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
