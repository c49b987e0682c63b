import { defined } from '../../kernel/defined.ts';
import type { CallerOrganization, Reading, Sandbox, UnitOfWork } from '../../engine/sdk.ts';
import { type RunInSlices, atOnce } from '../../kernel/time-slices.ts';
import { Problem } from '../../kernel/problem.ts';
import { buyers } from '../buyers/buyer.ts';
import { type Digest, digestOf, type DocumentRecord, documents, toDocument } from './document.ts';
import { exportFileFacts } from '../export-file/export-file.ts';
import { orders } from '../orders/order.ts';
import type { PaperFacts } from '../papers/paper.ts';
import { memoize } from '../../kernel/caches.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Schemas } from '../api/behaviour.ts';

/**
 * "Asks for a download under the document's file name", by RFC 6266 and RFC 8187: once in plain ASCII that all clients
 * parse alike, and once exactly. The name cannot break out of the header value.
 */
export const toContentDisposition = (fileName: string): string =>
  `attachment; filename="${toAscii(fileName)}"; filename*=UTF-8''${encode(fileName)}`;

const toAscii = (fileName: string): string =>
  fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|[\\%]/gu, '_');

/** Percent-encodes everything except the `attr-char` of RFC 8187. */
const encode = (fileName: string): string =>
  encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Reads the inputs of an Export File, or of a sample paper of the fixtures; the caller draws it, which is slow. The
 * seller's name is the only input that is not in the records: it belongs to the organization.
 */
export const prepareDrawing = (
  work: Reading,
  document: DocumentRecord,
  organization: CallerOrganization | undefined,
  inSlices: RunInSlices = atOnce,
): (() => Promise<Uint8Array>) => {
  const uuid = document.seller;
  const seller = organization?.sellers.find((partner) => partner.uuid === uuid) ?? { uuid };
  // Loaded on first use: most local servers draw none.
  if (document.type === 'EXPORT_FILE') {
    const facts = work.get(exportFileFacts, document.id);
    if (facts === undefined) throw new Error(`nothing is kept that Export File ${document.id} could be drawn from`);
    return () =>
      import('../export-file/describe-export-file.ts').then(({ drawExportFile }) =>
        drawExportFile(facts, seller, inSlices),
      );
  }
  const records = readSubject(work, document);
  return () =>
    import('../papers/paper.ts').then(({ drawPaper }) => drawPaper({ document, seller, ...records }, inSlices));
};

/** The order and the buyer of a paper. */
const readSubject = (
  work: Reading,
  { id, orderUuid, buyerUuid }: DocumentRecord,
): Pick<PaperFacts, 'order' | 'buyer'> => {
  const order = orderUuid === undefined ? undefined : work.get(orders, orderUuid);
  const buyer = work.get(buyers, order?.buyerId ?? buyerUuid ?? '');
  if (buyer === undefined) throw new Error(`nothing is kept that document ${id} could be drawn from`);
  return { buyer, ...defined({ order }) };
};

interface Drawing {
  readonly bytes: Uint8Array;
  readonly digest: Digest;
}

const INSUFFICIENT_STORAGE = 507;

/**
 * Stores a drawing as the content of its document, unless a concurrent request has stored it, with identical bytes. If
 * the sandbox is full, returns the file without storing it: it is drawn again next time.
 */
export const storeDrawing = async (work: UnitOfWork, documentId: string, bytes: Uint8Array): Promise<Drawing> => {
  const digest = digestOf(bytes);
  const document = work.get(documents, documentId);
  if (document === undefined) throw new Error(`there is no document ${documentId} to keep a drawing of`);
  if (document.digest !== undefined)
    return { bytes: (await work.content(documentId)) ?? bytes, digest: document.digest };
  try {
    work.putContent(documentId, bytes);
  } catch (error) {
    if (error instanceof Problem && error.members.status === INSUFFICIENT_STORAGE) return { bytes, digest };
    throw error;
  }
  work.update(documents, document, { ...document, digest });
  return { bytes, digest };
};

/** The reader and the sandbox: inputs of drawing an Export File besides its facts. */
export interface Reader {
  readonly work: Reading;
  readonly sandbox: Sandbox;
  readonly organization: CallerOrganization | undefined;
}

/**
 * Returns a function that builds the API's view of the record, to be called after the read transaction: it may have to
 * compute size and digest first.
 */
export const prepareRecord = (record: DocumentRecord, reader: Reader): (() => Promise<Schemas['Document']>) => {
  const { digest } = record;
  if (digest !== undefined) return () => Promise.resolve(toDocument(record, digest));
  const draw = prepareUndrawn(record, reader);
  return async () => toDocument(record, (await draw()).digest);
};

/** The same for a list of records. */
export const prepareList = (
  records: readonly DocumentRecord[],
  reader: Reader,
): (() => Promise<Schemas['DocumentList']>) => {
  const prepared = records.map((record) => prepareRecord(record, reader));
  return async () => {
    const data: Schemas['Document'][] = [];
    // One after the other: a list must not take more than one place among the works of the sandbox.
    for (const show of prepared) data.push(await show());
    return { data };
  };
};

/** Returns a function that provides the bytes, to be called after the read transaction. */
export const prepareBytes = async (record: DocumentRecord, reader: Reader): Promise<() => Promise<Uint8Array>> => {
  if (record.digest === undefined) {
    const draw = prepareUndrawn(record, reader);
    return async () => (await draw()).bytes;
  }
  const bytes = await reader.work.content(record.id);
  if (bytes === undefined) throw new Error(`document ${record.id} has no content`);
  return () => Promise.resolve(bytes);
};

const prepareUndrawn = (record: DocumentRecord, { work, sandbox, organization }: Reader) => {
  const draw = prepareDrawing(work, record, organization, sandbox.inSlices);
  return async () => {
    const bytes = await drawOnce(sandbox, record.id, draw);
    return sandbox.transact((unit) => storeDrawing(unit, record.id, bytes));
  };
};

/** Drawings in progress, by the id of their document: concurrent requests for a document share one. */
const drawingsOf = memoize((_sandbox: Sandbox) => new Map<string, Promise<Uint8Array>>());

const drawOnce = (sandbox: Sandbox, id: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> => {
  const drawings = drawingsOf(sandbox);
  return getOrInsert(drawings, id, () =>
    draw().finally(() => {
      drawings.delete(id);
    }),
  );
};
