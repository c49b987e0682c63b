import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Content } from '../../kernel/http.ts';
import type { ClockReading, SandboxTime } from '../clock/sandbox-time.ts';
import type { ImportState } from './import-state.ts';
import { readState } from './read-state.ts';
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
  readonly import: (owner: Organization, document: StateDocument) => Promise<StateSummary>;
}

export interface StateExchangeParts {
  readonly sandboxes: Pick<Sandboxes, 'of' | 'contentsOf' | 'usageOf'>;
  readonly time: Pick<SandboxTime, 'read'>;
  /** Maximum bytes of a document; the same for export and import, so every export can be imported. */
  readonly limit: number;
  readonly place: ImportState;
}

export const createStateExchange = ({ sandboxes, time, limit, place }: StateExchangeParts): StateExchange => ({
  export: async (owner) => (await readState(sandboxes, owner, limit)).content,
  import: async (owner, document) => {
    const sandbox = await place(owner, document);
    return { ...countsOf(document), clock: time.read(sandbox) };
  },
});

export const countsOf = ({ collections, contents }: StateDocument): Omit<StateSummary, 'clock'> => ({
  documents: Object.values(collections).reduce((count, { documents }) => count + documents.length, 0),
  contents: Object.keys(contents).length,
});
