import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreError } from '../../engine/sandbox/store.ts';

/** Work on a store that is in progress or over. */
export interface Turn {
  isOver: boolean;
}

/** Lets pieces of work follow each other, line by line in the order in which they came. */
export interface Turns {
  /** At once when nobody works in the line. */
  readonly take: <T>(line: string, work: (turn: Turn) => Promise<T>) => Promise<T>;
  /** Resolves when all work is over; from now on there is no more. */
  readonly close: () => Promise<void>;
}

interface Line {
  /** The piece of work that came last; whoever asked for it hears of its failure. */
  tail: Promise<unknown>;
  /** Pieces of work in progress and waiting. */
  length: number;
}

const NOBODY = Promise.resolve();

/** Of those in which nobody stands; more are not remembered. */
const MOST_LINES = 1000;

export const createTurns = (): Turns => {
  const lines = new Map<string, Line>();
  /**
   * Which turn the code belongs to that is running now: work that is begun within other work on the store would wait for its
   * own end, for ever, and is refused. To know it costs each turn 0.7 us.
   */
  const current = new AsyncLocalStorage<Turn>();
  let isClosed = false;

  const lineOf = (name: string): Line => {
    let line = lines.get(name);
    if (line === undefined) lines.set(name, (line = { tail: NOBODY, length: 0 }));
    return line;
  };

  const begin = <T>(work: (turn: Turn) => Promise<T>, turn: Turn): Promise<T> => {
    try {
      return current.run(turn, work, turn);
    } catch (error) {
      return failed(error);
    }
  };

  const run = <T>(name: string, line: Line, work: (turn: Turn) => Promise<T>): Promise<T> => {
    const turn = { isOver: false };
    const end = (): void => {
      turn.isOver = true;
      line.length -= 1;
      if (line.length > 0) return;
      // A line that was used is soon used again.
      line.tail = NOBODY;
      if (lines.size > MOST_LINES) lines.delete(name);
    };
    return begin(work, turn).then(
      (result) => {
        end();
        return result;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
  };

  return {
    take: (name, work) => {
      if (isClosed) return Promise.reject(new StoreError('the store is closed'));
      if (current.getStore()?.isOver === false)
        return Promise.reject(
          new StoreError('work on a store was begun within other work on it: it would wait for its own end'),
        );
      const line = lineOf(name);
      line.length += 1;
      const inTurn = () => run(name, line, work);
      const result = line.length === 1 ? inTurn() : line.tail.then(inTurn, inTurn);
      line.tail = result;
      return result;
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...lines.values()].map(({ tail }) => tail));
    },
  };
};

/** What was thrown, as an answer. */
export const failed = (thrown: unknown): Promise<never> =>
  Promise.resolve().then(() => {
    throw thrown;
  });

const late = (): StoreError =>
  new StoreError('a transaction was used after its end: something in it was not waited for');

/** For whatever is asked of a transaction that has been kept or undone. */
export const checkTurn = (turn: Turn): void => {
  if (turn.isOver) throw late();
};

/** The same as an answer. */
export const tooLate = (): Promise<never> => Promise.reject(late());
