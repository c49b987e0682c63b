import type { Steps } from '../../kernel/time-slices.ts';
import type { SandboxOwner } from './sandbox-owner.ts';

/**
 * What a process keeps in memory beside the documents of a sandbox: budgets, messages, what expectations have counted. A
 * store that several servers use carries it from one home of the sandbox to the next; other stores never ask.
 */
export interface LiveState {
  /** Unique in a server, and the same in every process and release. */
  readonly name: string;
  /** All of it as JSON; undefined if there is nothing. */
  readonly save: (owner: SandboxOwner) => unknown;
  /** Replaces all of it by what was saved; undefined: there is nothing. */
  readonly load: (owner: SandboxOwner, saved: unknown) => void;
  /**
   * A number that differs after each change, of a state that must not be older than the documents: it is saved with them, any
   * other state once a second.
   */
  readonly changes?: (owner: SandboxOwner) => number;
  /** When some process has to have the sandbox open for it, in wall-clock milliseconds. */
  readonly due?: (owner: SandboxOwner) => number | undefined;
}

/** The same for what is too much to be saved as a whole: it is saved in pieces, each when it is new. */
export interface LiveLog {
  /** Unique in a server, and the same in every process and release. */
  readonly name: string;
  /** What is new since this was called, or {@link load}; undefined: nothing. */
  readonly take: (owner: SandboxOwner) => LogPiece | undefined;
  /** Replaces all of it by pieces that were taken, in their order. */
  readonly load: (owner: SandboxOwner, pieces: readonly SavedPiece[]) => Steps<void>;
}

export interface LogPiece {
  /** Greater than those of all pieces before. */
  readonly number: number;
  /** JSON; undefined: nothing is new, but something is gone. */
  readonly value: unknown;
  /** Pieces with lower numbers are gone. */
  readonly from: number;
}

/** `value` is read once: it is parsed then. */
export type SavedPiece = Pick<LogPiece, 'number' | 'value'>;
