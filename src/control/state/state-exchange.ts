import type { Organization } from '../../identity/organization.ts';
import type { Content } from '../../kernel/http.ts';
import type { ClockReading, SandboxTime } from '../clock/sandbox-time.ts';
import type { ImportState, ImportedState } from './import-state.ts';
import type { ReadDocument } from './read-document.ts';
import { type StateDocument, RECORD_DEPTH, composeState } from './state-document.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { SandboxContents } from '../../engine/sandbox/sandbox-state.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { SlicedWork } from '../../engine/sandbox/sliced-work.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import type { RunInSlices, Steps } from '../../kernel/time-slices.ts';

/** Contents of a sandbox after an import. */
export interface StateSummary {
  readonly documents: number;
  readonly contents: number;
  readonly clock: ClockReading;
}

/** Exports and imports the state of a sandbox as one document. */
export type StateExchange = ReturnType<typeof createStateExchange>;

interface StateExchangeParts {
  readonly exportState: ExportState;
  readonly time: Pick<SandboxTime, 'read'>;
  readonly readDocument: ReadDocument;
  readonly place: ImportState;
}

export const createStateExchange = ({ exportState, time, readDocument, place }: StateExchangeParts) => ({
  export: async (owner: Organization) => (await exportState(owner)).content,
  /** `bytes` is the document as JSON, not yet validated. */
  import: async (owner: Organization, bytes: Uint8Array) =>
    summarize(await place(owner, readDocument(bytes), bytes.byteLength), time),
});

export const summarize = ({ sandbox, document }: ImportedState, time: Pick<SandboxTime, 'read'>): StateSummary => ({
  ...countsOf(document),
  clock: time.read(sandbox),
});

export const countsOf = ({ collections, contents }: StateDocument): Omit<StateSummary, 'clock'> => ({
  documents: Object.values(collections).reduce((count, { documents }) => count + documents.length, 0),
  contents: Object.keys(contents).length,
});

/** A state as a document and as its text. */
interface ReadState {
  readonly document: StateDocument;
  readonly content: Content;
}

/** Exports the state of a sandbox as a document; throws 507 if it exceeds the size limit. */
export type ExportState = (owner: Organization) => Promise<ReadState>;

interface StateExportParts {
  readonly sandboxes: Pick<Sandboxes, 'contentsOf' | 'usageOf'>;
  /** Large imports and exports. */
  readonly work: Pick<SlicedWork, 'hold'>;
  /** Maximum bytes of a document; the same for export and import, so every export can be imported. */
  readonly limit: number;
}

export const createStateExporter =
  ({ sandboxes, work, limit }: StateExportParts): ExportState =>
  async (owner) => {
    const { bytes } = await sandboxes.usageOf(owner);
    checkSize(bytes, limit);
    const write = async (run: RunInSlices): Promise<ReadState> => {
      const state = await run(composeText(await sandboxes.contentsOf(owner), owner));
      checkSize(state.content.byteLength, limit);
      return state;
    };
    return work.hold(owner.sandbox, write, bytes);
  };

function* composeText(contents: SandboxContents, owner: Organization): Steps<ReadState> {
  const document = yield* composeState(contents, owner);
  return { document, content: yield* composeContent(document, RECORD_DEPTH) };
}

const checkSize = (bytes: number, limit: number): void => {
  if (bytes <= limit) return;
  throw problem('storage-full', {
    detail: `The state of this sandbox takes ${String(bytes)} bytes or more, and a document may have ${String(limit)}: raise --limits max-state-bytes, or keep the data folder instead (--data).`,
  });
};
