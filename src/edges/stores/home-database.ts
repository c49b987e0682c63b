import type { LiveTexts, SharedAccess } from '../../engine/sandbox/shared-access.ts';
import type { Dump, Store } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Kept, Notes, Persistence } from './persistence.ts';

/**
 * The database of several servers. It decides who is the home of a sandbox, and has its rows; each call is done as a whole or not
 * at all. What follows from its answers, {@link createHomeStore} decides: no rule lives in a database.
 */
export interface HomeDatabase
  extends
    Pick<Store, 'check' | 'close'>,
    Pick<Persistence, 'readContent'>,
    Pick<SharedAccess, 'forget' | 'peek' | 'versionOf' | 'usedAt' | 'dueSandboxes'> {
  /** For messages. */
  readonly name: string;
  /**
   * Makes this server the home, with the next term, unless it is another one that lives. `gone`: a server whose process has
   * ended.
   */
  readonly claim: (
    home: string,
    gone: string | undefined,
  ) => Promise<{
    /** Of the claim; undefined if another server is the home. */
    readonly term: number | undefined;
    /** What is kept of the sandbox beside its documents. */
    readonly live: LiveTexts;
    /** The other server, if it lives. */
    readonly owner: HomeOwner | undefined;
  }>;
  /** The server that is the home now, if it is another one that lives. */
  readonly ownerOf: (home: string) => Promise<HomeOwner | undefined>;
  /** Gives homes up, by their terms: a call that arrives late takes no later claim back. */
  readonly release: (homes: ReadonlyMap<string, number>) => Promise<void>;
  /** Everything in a sandbox but its contents, of which it gives the sizes. */
  readonly load: (sandbox: string) => Promise<Kept>;
  /** Writes what belongs to the homes that are still this server's, and returns these. */
  readonly write: (flush: Flush) => Promise<ReadonlySet<string>>;
  /** Replaces all of a sandbox by a dump, or by nothing; false, without any change, if its home is another server. */
  readonly replace: (sandbox: string, fence: Fence, dump: Dump | undefined, pause: Pause) => Promise<boolean>;
  /** Reads what belongs to no sandbox as its home, which may be another server, has kept it last; without contents. */
  readonly readCommon: Store['read'];
}

export interface HomeOwner {
  readonly id: string;
  /** Null while it does not listen. */
  readonly url: string | null;
}

/** What is written together: all of it or, of a home that was lost, nothing. */
export interface Flush {
  readonly fences: readonly Fence[];
  /** By sandbox. */
  readonly notes: ReadonlyMap<string, Notes>;
  /** By home. */
  readonly live: ReadonlyMap<string, LiveTexts>;
}

/** The right to write: the home of a partition, and the term of its claim. */
export interface Fence {
  readonly home: string;
  readonly term: number;
  /** When it was last used, in wall-clock milliseconds; without it as before. */
  readonly used?: number | undefined;
  /** When its next job is due, in wall-clock milliseconds; Infinity: never, undefined: as it was. */
  readonly due?: number | undefined;
}

/** What several servers use at once, such as the list of sandboxes, is under a name that no sandbox can have. */
export const isCommon = (partition: string): boolean => partition.startsWith('$') && !partition.includes('/');

/** The sandbox whose home has a partition: `demo` has `demo`, `$snapshots/demo` and `$show/demo`. */
export const homeOf = (partition: string): string =>
  partition.startsWith('$') ? partition.slice(partition.indexOf('/') + 1) : partition;
