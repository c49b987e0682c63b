import type { Store, StoreReader } from './store.ts';

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
  /** The same, but this server becomes the home if no other one is. */
  readonly find: (sandbox: string) => Promise<Peer | undefined>;
  /** Becomes the home, if need be by asking the present one to leave. */
  readonly claim: (sandbox: string) => Promise<unknown>;
  /** A record of a sandbox whose home is another server, as it was kept last. */
  readonly peek: (sandbox: string, collection: string, id: string) => Promise<unknown>;
  /** Leaves a sandbox, because another server asks for it. */
  readonly leave: (sandbox: string) => Promise<void>;
  /** Leaves all, and becomes the home of no other. */
  readonly leaveAll: () => Promise<void>;
  /** Has kept what has changed of a sandbox beside its documents: nobody waits for it. */
  readonly touch: (sandbox: string) => void;
  /** The number of the last commit to each of these partitions that exist and that no sandbox has. */
  readonly versionsOf: (partitions: readonly string[]) => Promise<ReadonlyMap<string, number>>;
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
  readonly nextDue: (collections: readonly string[], reader: StoreReader) => Promise<number | undefined> | undefined;
  /** The live states of a sandbox that have changed in this process since they were last asked for or set. */
  readonly capture: (sandbox: string) => readonly CapturedState[];
  /** When a call last needed the sandbox here, in wall-clock milliseconds. */
  readonly usedAt: (sandbox: string) => number | undefined;
  /** This server is the home from now on; what is not among the states is nothing. */
  readonly came: (sandbox: string, states: readonly CapturedState[]) => void;
  /** Ends the work on a sandbox that is about to be left; what it still writes is kept. */
  readonly leaving: (sandbox: string) => Promise<void>;
  /** Another server is the home, or may be: nothing that is in memory counts any more. */
  readonly left: (sandbox: string) => void;
}

/** A live state, or a part of one. `value` is JSON; undefined if there is nothing. */
export interface CapturedState {
  readonly name: string;
  readonly value: unknown;
}

/** A store that several servers use. */
export interface SharedStore extends Store {
  readonly shared: SharedAccess;
}
