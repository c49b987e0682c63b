import type { RecordChange } from './change-watch.ts';
import type { Store, StoreReader } from './store.ts';

/**
 * Waits for what other exchanges or other hosts do, without keeping them from the sandbox. On a store of this process's own
 * nothing is kept from them.
 */
export type WaitOutside = <T>(wait: () => Promise<T>) => Promise<T>;

export const WAIT_INSIDE: WaitOutside = (wait) => wait();

/**
 * What a store offers whose data several processes use at the same time. A sandbox is then locked for the length of an
 * exchange: everything in it works on a copy in memory that is up to date, and is committed as a whole at the end.
 */
export interface SharedAccess {
  /**
   * Runs one exchange. The sandbox that it enters stays locked until it ends or enters another; what it wrote is committed
   * before the promise resolves. Within another exchange it is part of that one.
   */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Waits for something that other exchanges or other hosts do: commits and unlocks what the exchange has entered, and
   * locks it again after. Whoever waits otherwise would keep others waiting, or wait for itself.
   */
  readonly release: WaitOutside;
  /** Runs work that goes on beyond the exchange that started it. */
  readonly apart: <T>(work: () => T) => T;
  /** Locks a sandbox for the exchange, and brings its copy up to date; outside an exchange only the latter. */
  readonly enter: (sandbox: string) => Promise<void>;
  /** The same, and what `versionsOf` answers, in one round trip. */
  readonly enterAsking: (sandbox: string, others: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Whether this exchange has locked the sandbox. */
  readonly isHeld: (sandbox: string) => boolean;
  /** Sets who is told what others changed; one for a store. */
  readonly follow: (follower: SharedFollower) => void;
  /** The number of the last commit to each of these sandboxes that exist. */
  readonly versionsOf: (sandboxes: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The version that the copy of this process has; undefined if it has none. */
  readonly knownVersionOf: (sandbox: string) => number | undefined;
  /** When each of these sandboxes was last used by any process, in wall-clock milliseconds. */
  readonly usedAt: (sandboxes: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Sandboxes whose next job is due, those due for longest first. */
  readonly dueSandboxes: (now: number, limit: number) => Promise<readonly string[]>;
}

/** Called under the lock of the sandbox: nothing may be awaited that needs the store. */
export interface SharedFollower {
  /** Other processes have changed the sandbox. */
  readonly brought: (sandbox: string, news: BroughtNews) => Promise<void>;
  /** When the sandbox has to be opened for its next job, in wall-clock milliseconds; undefined if it has none. */
  readonly nextDue: (sandbox: string, reader: StoreReader) => Promise<number | undefined>;
  /** The live states of a sandbox that have changed in this process since they were last asked for or set. */
  readonly capture: (sandbox: string) => readonly CapturedState[];
  /** `areAll`: what is not among them is nothing. */
  readonly restore: (sandbox: string, states: readonly CapturedState[], areAll: boolean) => void;
}

/** A live state, or a part of one. `value` is JSON; undefined if there is nothing. */
export interface CapturedState {
  readonly name: string;
  readonly value: unknown;
}

export type BroughtNews =
  | { readonly kind: 'changed'; readonly changes: readonly RecordChange[]; readonly reader: StoreReader }
  /** All contents were replaced, or this process had no copy. */
  | { readonly kind: 'replaced' };

/** A store that several processes use. */
export interface SharedStore extends Store {
  readonly shared: SharedAccess;
}
