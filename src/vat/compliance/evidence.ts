import { memoize, getOrInsert } from '../../kernel/caches.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import type { OrderRecord } from '../orders/order.ts';

type Type = DocumentRecord['type'];

/** "The latest `ACTIVE` document of a type counts": for this VIN, or for every VIN of the order. */
export const evidenceFor = (
  vin: string,
  type: Type,
  documents: readonly DocumentRecord[],
): DocumentRecord | undefined => {
  if (documents.length <= FEW)
    return documents.findLast(
      (document) => isActive(document, type) && (document.vin === undefined || document.vin === vin),
    );
  const ofType = getOrInsert(indexesOf(documents), type, () => toIndex(documents, type));
  const ofVin = ofType.get(vin) ?? NONE;
  const ofAll = ofType.get('') ?? NONE;
  return documents[Math.max(ofVin, ofAll)];
};

const isActive = (document: DocumentRecord, type: Type): boolean =>
  document.type === type && document.status === 'ACTIVE';

/** Up to this number, a search is faster than an index. */
const FEW = 16;

const NONE = -1;

/** Place of the latest document by VIN; that of one for all VINs under the empty name. */
type Index = ReadonlyMap<string, number>;

/** An order may have hundreds of vehicles with documents of their own: without an index, each search reads them all. */
const indexesOf = memoize((_documents: readonly DocumentRecord[]) => new Map<Type, Index>());

const toIndex = (documents: readonly DocumentRecord[], type: Type): Index =>
  new Map(
    documents.flatMap((document, place) => (isActive(document, type) ? [[document.vin ?? '', place] as const] : [])),
  );

/**
 * The documents that count for an order, oldest first: of each invoice and each vehicle the latest `ACTIVE` one of a
 * type, and each proof of payment that a payment names, or the latest.
 */
export const countingDocuments = (
  { invoices, payments, vins }: OrderRecord,
  documents: readonly DocumentRecord[],
): readonly DocumentRecord[] => {
  const active = documents.filter(({ status }) => status === 'ACTIVE');
  const named = new Set(payments.flatMap(({ documentId }) => documentId?.toLowerCase() ?? []));
  const counting = new Set([
    ...invoices.map(({ type }) => active.findLast((document) => isOfInvoice(type, document))),
    ...active.filter(({ id }) => named.has(id)),
    active.findLast(({ type }) => type === 'PROOF_OF_PAYMENT'),
    ...vins.flatMap(({ vin }) => OF_VEHICLES.map((type) => evidenceFor(vin, type, documents))),
  ]);
  return documents.filter((document) => counting.has(document));
};

const OF_VEHICLES = ['CMR', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION'] as const;
