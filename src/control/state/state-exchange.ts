import type { Organization } from '../../identity/organization.ts';
import type { Content } from '../../kernel/http.ts';
import type { ClockReading, SandboxTime } from '../clock/sandbox-time.ts';
import type { ImportState, ImportedState } from './import-state.ts';
import type { ReadDocument } from './read-document.ts';
import type { ExportState } from './read-state.ts';
import type { StateDocument } from './state-document.ts';

/** Contents of a sandbox after an import. */
export interface StateSummary {
  readonly documents: number;
  readonly contents: number;
  readonly clock: ClockReading;
}

/** Exports and imports the state of a sandbox as one document. */
export interface StateExchange {
  readonly export: (owner: Organization) => Promise<Content>;
  /** `bytes` is the document as JSON, not yet validated. */
  readonly import: (owner: Organization, bytes: Uint8Array) => Promise<StateSummary>;
}

interface StateExchangeParts {
  readonly exportState: ExportState;
  readonly time: Pick<SandboxTime, 'read'>;
  readonly readDocument: ReadDocument;
  readonly place: ImportState;
}

export const createStateExchange = ({ exportState, time, readDocument, place }: StateExchangeParts): StateExchange => ({
  export: async (owner) => (await exportState(owner)).content,
  import: async (owner, bytes) => summarize(await place(owner, readDocument(bytes), bytes.byteLength), time),
});

export const summarize = ({ sandbox, document }: ImportedState, time: Pick<SandboxTime, 'read'>): StateSummary => ({
  ...countsOf(document),
  clock: time.read(sandbox),
});

export const countsOf = ({ collections, contents }: StateDocument): Omit<StateSummary, 'clock'> => ({
  documents: Object.values(collections).reduce((count, { documents }) => count + documents.length, 0),
  contents: Object.keys(contents).length,
});
