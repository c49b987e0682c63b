import type { WaitOutside } from './shared-access.ts';

/** Work on a sandbox that runs one after the other, in the order of the calls. */
export interface ReleasedTurns {
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all turns so far are over. */
  readonly over: () => Promise<unknown>;
}

/** `release` unlocks the sandbox for others while a turn waits; undefined where there is no lock. */
export const createReleasedTurns = (release: WaitOutside | undefined): ReleasedTurns => {
  let turn: Promise<unknown> = Promise.resolve();
  /** Numbers of the latest turn, and of the latest that is over. */
  let turns = 0;
  let ended = 0;
  return {
    take: (work) => {
      const former = turn;
      // Unlocks only for a turn that is not over: to lock again costs a round trip.
      const mine = ++turns;
      const result =
        release === undefined || ended === mine - 1 ? former.then(work, work) : release(() => former).then(work);
      turn = result
        .catch(() => undefined)
        .then(() => {
          ended = mine;
        });
      return result;
    },
    over: () => turn,
  };
};
