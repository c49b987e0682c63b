import type { Clock } from '../../../kernel/clock.ts';

/**
 * Positions of records that several processes number without asking each other: wall-clock time in microseconds, and
 * always after every position that this process has seen. Processes whose clocks differ therefore still agree that what
 * followed comes later. They stay below 2^53 until the year 2255.
 */
export interface Positions {
  readonly next: () => number;
  /** The last one that was given or seen. */
  readonly last: () => number;
  readonly witness: (position: number) => void;
}

const STEPS = 1000;

export const createPositions = (clock: Pick<Clock, 'now'>): Positions => {
  let last = 0;
  return {
    next: () => (last = Math.max(last + 1, Math.floor(clock.now()) * STEPS)),
    last: () => last,
    witness: (position) => {
      last = Math.max(last, position);
    },
  };
};

/** The wall-clock time of a position, in milliseconds. */
export const timeOf = (position: number): number => Math.floor(position / STEPS);
