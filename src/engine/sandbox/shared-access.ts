import type { Steps } from '../../kernel/time-slices.ts';
import type { StoreReader } from './store.ts';

/** Another server of the same store, and where it listens for the others. */
export interface Peer {
  readonly id: string;
  /** Such as `http://10.0.0.7:8080`. */
  readonly url: string;
}

/**
 * What a store offers whose data several servers use. Each sandbox has one home: the server that has it in memory, and is
 * the only one that reads and writes it. A server becomes the home with its first work on the sandbox, if need be by asking
 * the present home to leave.
 */
export interface SharedAccess {
  /** Sets who is told what becomes of homes; one for a store. */
  readonly follow: (follower: SharedFollower) => void;
  /** Whether this server is the home, and stays it for now. */
  readonly isHome: (sandbox: string) => boolean;
  /** Resolves once a sandbox that is being left has been: work on it would begin in vain. */
  readonly settled: (sandbox: string) => Promise<unknown> | undefined;
  /** The other server that is the home; undefined if this one is, or may become it. */
  readonly seek: (sandbox: string) => Promise<Peer | undefined>;
  /** Becomes the home, if need be by asking the present one to leave. */
  readonly claim: (sandbox: string) => Promise<unknown>;
  /** The same, unless another server is the home. Returns whether this one is. */
  readonly claimIfFree: (sandbox: string) => Promise<boolean>;
  /** A record of a sandbox whose home is another server, as it was kept last. */
  readonly peek: (sandbox: string, collection: string, id: string) => Promise<unknown>;
  /** Leaves a sandbox, because another server asks for it. */
  readonly leave: (sandbox: string) => Promise<void>;
  /** Leaves all, and becomes the home of no other. */
  readonly leaveAll: () => Promise<void>;
  /** Has kept what has changed of a sandbox beside its documents: nobody waits for it. */
  readonly touch: (sandbox: string) => void;
  /** Deletes what is kept of a sandbox beside its documents. */
  readonly forget: (sandbox: string) => Promise<void>;
  /** Grows with each commit; 0 for what was never written. */
  readonly versionOf: (sandbox: string) => Promise<number>;
  /** When each of these sandboxes was last used by any server, in wall-clock milliseconds. */
  readonly usedAt: (sandboxes: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Sandboxes whose next job is due, those due for longest first, without those whose home is another server. */
  readonly dueSandboxes: (now: number, limit: number) => Promise<readonly string[]>;
}

export interface SharedFollower {
  /**
   * When the sandbox has to be opened for its next job, in wall-clock milliseconds: Infinity if it has none, undefined if
   * changes to these collections do not matter.
   */
  readonly nextDue: (collections: readonly string[], reader: StoreReader) => number | undefined;
  /** What is live of a sandbox and new since this was called, or `came`; with `isAll` also what may be older than the documents. */
  readonly save: (sandbox: string, isAll: boolean) => LiveTexts;
  /** When a call last needed the sandbox here, in wall-clock milliseconds. */
  readonly usedAt: (sandbox: string) => number | undefined;
  /** This server is the home from now on; what is not among the texts is nothing. */
  readonly came: (sandbox: string, texts: LiveTexts) => Steps<void>;
  /** Ends the work on a sandbox that is about to be left; what it still writes is kept. */
  readonly leaving: (sandbox: string) => Promise<void>;
  /** Another server is the home, or may be: nothing that is in memory counts any more. */
  readonly left: (sandbox: string) => void;
}

/** Live states and pieces of logs, as JSON. */
export interface LiveTexts {
  /** `text`: undefined if there is nothing. */
  readonly states: readonly { readonly name: string; readonly text: string | undefined }[];
  /** See `LogPiece`; in their order. */
  readonly pieces: readonly {
    readonly name: string;
    readonly number: number;
    readonly from: number;
    readonly text: string | undefined;
  }[];
}

export const NOTHING_LIVE: LiveTexts = { states: [], pieces: [] };
