import type { Dump, Key, StoreFault } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';

/** Where sandboxes are kept that this process works on in memory. It knows no query and no index. */
export interface Persistence {
  /** Everything in a sandbox but its contents, of which it gives the sizes. */
  readonly load: (sandbox: string, pause: Pause) => Promise<Kept>;
  /**
   * Writes what has become of some sandboxes, all of it or nothing, except for those that this process may not write any
   * more, which it returns.
   */
  readonly flush: (notes: ReadonlyMap<string, Notes>) => Promise<readonly string[]>;
  readonly readContent: (sandbox: string, id: string) => Promise<Uint8Array | undefined>;
  /** Puts other data, or none, in the place of what is there; the exchange itself is done in turn. */
  readonly replace: (
    sandbox: string,
    /** `due`: as in {@link Notes}. */
    data: { readonly dump: Dump | undefined; readonly due: number | undefined },
    pause: Pause,
    inTurn: (exchange: () => Promise<void>) => Promise<void>,
  ) => Promise<void>;
  /** False after others may have changed what this process had in memory, which has been dropped then. */
  readonly isSure?: (() => boolean) | undefined;
  /** Why nothing can be written at the moment; undefined if it can. */
  readonly check: () => Promise<StoreFault | undefined>;
  /** A copy of all data, to be read once. */
  readonly backUp: () => Promise<AsyncIterable<Uint8Array>>;
  readonly close: () => Promise<void>;
}

export interface Kept extends Pick<Dump, 'collections' | 'positions'> {
  /** Bytes by id. */
  readonly contents: ReadonlyMap<string, number>;
  /** Whether this process has kept the right to change it since it was loaded. */
  readonly isStill?: (() => boolean) | undefined;
}

/** What has become of a sandbox. */
export interface Notes {
  /** By collection and id; undefined for a document that was removed. */
  readonly documents: Map<string, Map<string, NotedDocument | undefined>>;
  /** The last position of each of these collections. */
  readonly positions: Map<string, number>;
  /** Undefined for a content that was removed. */
  readonly contents: Map<string, Uint8Array | undefined>;
  /** When its next job is due, in wall-clock milliseconds: Infinity for never, undefined if that is as it was. */
  due?: number | undefined;
}

export const createNotes = (): Notes => ({ documents: new Map(), positions: new Map(), contents: new Map() });

/** All of a sandbox. */
export const toNotes = ({ collections, positions, contents }: Dump): Notes => ({
  documents: new Map(
    Object.entries(collections).map(([name, documents]) => [name, new Map(documents.map((one) => [one.id, one]))]),
  ),
  positions: new Map(Object.entries(positions)),
  contents: new Map(Object.entries(contents)),
});

/** False for what nobody waits for. */
export const hasData = ({ documents, contents }: Notes): boolean => documents.size > 0 || contents.size > 0;

export interface NotedDocument {
  readonly position: number;
  readonly value: unknown;
  readonly keys: readonly Key[];
}
