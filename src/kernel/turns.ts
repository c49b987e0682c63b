import { nextTick } from 'node:process';
import { type Pause, runWith, type TimeSlices } from './time-slices.ts';
import type { NextTurn } from './timers.ts';

/** Runs work one after the other, in the order of the calls, whether or not earlier work failed. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that waits for no other. */
export const atOnce: InTurn = (work) => work();

/** Work must not wait for other work of the same turns. */
export const createTurns = (): InTurn => {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };
};

/** The same for the works of each key; one that waits for no other begins at once. */
export const createKeyedTurns = () => {
  const latest = new Map<unknown, Promise<unknown>>();
  return <T>(key: unknown, work: () => Promise<T>): Promise<T> => {
    const former = latest.get(key);
    const result = former === undefined ? work() : former.then(work, work);
    const settled: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        if (latest.get(key) === settled) latest.delete(key);
      });
    latest.set(key, settled);
    return result;
  };
};

/** Spreads what many ask for at once over turns of the event loop, of which each takes a slice. */
export const createFairTurns = ({
  elapsed,
  nextTurn,
  slice,
}: {
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  readonly nextTurn: NextTurn;
  /** Milliseconds of each turn: what all others wait for, when many come at once. */
  readonly slice: number;
}) => {
  const waiting = new RoundRobin<() => void>();
  let end = 0;
  let hasBegun = false;
  let isHeld = false;
  let heldUntil = 0;

  const begin = (): void => {
    hasBegun = true;
    end = elapsed() + slice;
  };

  const beginFirst = (): void => {
    if (hasBegun) return;
    begin();
    nextTurn(turn);
  };

  const continueWaiting = async (): Promise<void> => {
    try {
      for (let task; elapsed() < end && (task = waiting.next()) !== undefined;) {
        task();
        await settled();
      }
    } finally {
      nextTurn(turn);
    }
  };

  const turn = (): void => {
    hasBegun = isHeld;
    if (isHeld) {
      isHeld = false;
      end = 0;
      nextTurn(turn);
      return;
    }
    heldUntil = 0;
    if (waiting.isEmpty()) return;
    begin();
    void continueWaiting();
  };

  return {
    /**
     * Runs a task now, if this turn of the event loop has time left and no other task waits; else in a later turn. Those
     * that wait under different keys take turns; see {@link RoundRobin}.
     */
    take: (keys: readonly string[], task: () => void): void => {
      beginFirst();
      if (waiting.isEmpty() && elapsed() < end) task();
      else waiting.add(keys, task);
    },
    /** For works that take longer than a slice: each gives way when the slice of its turn is over. */
    slices: (...keys: readonly string[]): TimeSlices => {
      const waitForTurn = (): Promise<void> =>
        new Promise((resolve) => {
          beginFirst();
          waiting.add(keys, resolve);
        });
      const pause: Pause = () => (elapsed() < end ? undefined : waitForTurn());
      return {
        run: async (steps) => {
          await waitForTurn();
          return runWith(pause, steps);
        },
        pauses: () => {
          beginFirst();
          return pause;
        },
      };
    },
    /**
     * Lets all wait for one more turn, because what just came and is cheap may be followed by more of it. False if they have
     * waited for a slice: then they go first.
     */
    hold: (): boolean => {
      beginFirst();
      heldUntil ||= elapsed() + slice;
      return (isHeld = elapsed() < heldUntil);
    },
  };
};

/** When the promises that a task has resolved have been followed: they belong to its time. */
const settled = (): Promise<void> => new Promise((resolve) => nextTick(resolve));

/**
 * A queue in which keys take turns: however much waits under one of them, what comes under another is next but one.
 * Further keys take turns with those beside them, and get no more turns for being many. Under the same keys, first come
 * is first served.
 */
class RoundRobin<T> {
  readonly #own: T[] = [];
  readonly #byKey = new Map<string, RoundRobin<T>>();

  add([key, ...further]: readonly string[], item: T): void {
    if (key === undefined) {
      this.#own.push(item);
      return;
    }
    let branch = this.#byKey.get(key);
    if (branch === undefined) this.#byKey.set(key, (branch = new RoundRobin()));
    branch.add(further, item);
  }

  next(): T | undefined {
    if (this.#own.length > 0) return this.#own.shift();
    const [first] = this.#byKey;
    if (first === undefined) return undefined;
    const [key, branch] = first;
    const item = branch.next();
    this.#byKey.delete(key);
    if (!branch.isEmpty()) this.#byKey.set(key, branch);
    return item;
  }

  isEmpty(): boolean {
    return this.#own.length === 0 && this.#byKey.size === 0;
  }
}
