import type { SandboxOwner } from './sandboxes.ts';

/**
 * What a process keeps in memory beside the documents of a sandbox, and several processes have to share: budgets, messages,
 * keys in progress. A store that processes share carries it from one to the next, under the lock of the sandbox; other
 * stores never ask.
 */
export interface LiveState {
  /** Unique in a server, and the same in every process and release. */
  readonly name: string;
  /** Differs after every change, so that what has not changed is not captured. 0: there is nothing. */
  readonly revision: (owner: SandboxOwner) => number;
  /** All of it as JSON, for a process that has nothing of it; undefined if there is nothing. */
  readonly capture: (owner: SandboxOwner) => unknown;
  /** Replaces all of it by what another process captured; undefined: there is nothing. */
  readonly restore: (owner: SandboxOwner, captured: unknown) => void;
}
