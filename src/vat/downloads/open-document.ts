import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Schemas } from '../api/behaviour.ts';
import { type DocumentRecord, toDocument } from '../documents/document.ts';
import { storeDrawing, prepareDrawing } from './draw-when-needed.ts';

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
const inProgress = new WeakMap<Sandbox, Map<string, Promise<Uint8Array>>>();

const drawOnce = (sandbox: Sandbox, id: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> => {
  const drawings = getOrInsert(inProgress, sandbox, () => new Map<string, Promise<Uint8Array>>());
  return getOrInsert(drawings, id, () =>
    draw().finally(() => {
      drawings.delete(id);
    }),
  );
};
