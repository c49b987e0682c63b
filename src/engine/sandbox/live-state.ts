import type { SandboxOwner } from './sandbox-owner.ts';

/**
 * What a process keeps in memory beside the documents of a sandbox: budgets, messages, what expectations have counted. A
 * store that several servers use carries it from one home of the sandbox to the next; other stores never ask.
 */
export interface LiveState {
  /** Unique in a server, and the same in every process and release; without a slash. */
  readonly name: string;
  /** Differs after every change, so that what has not changed is not captured. 0: there is nothing. */
  readonly revision: (owner: SandboxOwner) => number;
  /** All of it as JSON, without its parts, for a process that has nothing of it; undefined if there is nothing. */
  readonly capture: (owner: SandboxOwner) => unknown;
  /**
   * Replaces all of it by what another process captured; undefined: there is nothing. `parts` are those that have
   * changed; the others are those that are here.
   */
  readonly restore: (owner: SandboxOwner, captured: unknown, parts: LiveParts) => void;
  /** Whether what was restored tells of work of this process that has ended: captured then, although nothing changed. */
  readonly isOutdated?: (owner: SandboxOwner) => boolean;
  /**
   * Parts that are stored apart, such as messages, because a change of one would otherwise store all again: those that
   * have changed since a revision. They are few names that are used again, as those that are gone are kept as gone.
   */
  readonly partsSince?: (owner: SandboxOwner, revision: number) => LiveParts;
}

/** JSON by name; undefined: it is gone. */
export type LiveParts = ReadonlyMap<string, unknown>;

/** Numbers for `revision`: no two changes of a server have the same, so that what came back is not taken for unchanged. */
export interface Revisions {
  readonly next: () => number;
}

export const createRevisions = (): Revisions => {
  let latest = 0;
  return { next: () => ++latest };
};
