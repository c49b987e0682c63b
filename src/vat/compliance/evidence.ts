import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { DocumentRecord } from '../documents/document.ts';

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
  const ofType = getOrInsert(
    getOrInsert(indexes, documents, () => new Map<Type, Index>()),
    type,
    () => toIndex(documents, type),
  );
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
const indexes = new WeakMap<readonly DocumentRecord[], Map<Type, Index>>();

const toIndex = (documents: readonly DocumentRecord[], type: Type): Index =>
  new Map(
    documents.flatMap((document, place) => (isActive(document, type) ? [[document.vin ?? '', place] as const] : [])),
  );
