import type { Replica } from './replica.ts';

/** Which process moves the clock of a sandbox: the jobs on the way are its own. */
export interface ClockMover {
  readonly isElsewhere: () => boolean;
  /** Takes over which process moves it; undefined: none. */
  readonly take: (movedBy: string | undefined) => void;
  /** A move goes on in this process, in one step or several. */
  readonly isMoving: () => boolean;
  /** Tells other processes that this one moves the clock, before they can have the sandbox. */
  readonly mark: () => Promise<void>;
  readonly hasMark: () => boolean;
  /** Tells them that a step is over. */
  readonly unmark: () => Promise<void>;
  /** Runs a move when no other process moves the clock. */
  readonly inMove: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ClockMoverParts {
  readonly movedBy: string | undefined;
  /** Undefined where no other process uses the store. */
  readonly replica: Replica | undefined;
  /** Persists the clock, and whether a move goes on. */
  readonly keep: (isMoving: boolean) => Promise<void>;
  /** The process that the store names at present. */
  readonly readMovedBy: () => Promise<string | undefined>;
  /** Waits a while, outside of the lock. */
  readonly nextLook: () => Promise<void>;
  readonly isClosed: () => boolean;
  readonly isShared: boolean;
}

export const createClockMover = (parts: ClockMoverParts): ClockMover => {
  const { replica, keep, readMovedBy, nextLook, isClosed, isShared } = parts;
  let { movedBy } = parts;
  let isMoving = false;
  /** This process has told the others that it is advancing. */
  let hasMark = false;

  const isElsewhere = (): boolean =>
    movedBy !== undefined && movedBy !== replica?.id && replica?.isAlive(movedBy) === true;

  return {
    isElsewhere,
    take: (by) => {
      movedBy = by;
    },
    isMoving: () => isMoving,
    mark: async () => {
      hasMark = true;
      await keep(true);
    },
    hasMark: () => hasMark,
    unmark: async () => {
      if (!isClosed()) await keep(isMoving);
      hasMark = false;
    },
    inMove: async (work) => {
      if (!isShared) return work();
      while (!isClosed() && isElsewhere()) await nextLook();
      isMoving = true;
      try {
        return await work();
      } catch (error) {
        // With the mark nobody else could move it as long as this process runs.
        if (!isClosed() && (await readMovedBy()) !== undefined) await keep(false);
        throw error;
      } finally {
        isMoving = false;
      }
    },
  };
};
