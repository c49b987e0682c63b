import { StoreError } from '../../engine/sandbox/store.ts';

/** A transaction of a store, in progress or ended. */
export interface Turn {
  isOver: boolean;
}

/**
 * Serializes transactions: one queue per name, first in, first out. A nested transaction of the same name would wait for
 * itself; detecting that takes an AsyncLocalStorage, which makes creating an order 6 to 10 % slower, so it is not detected.
 */
export interface Turns {
  /** Runs immediately if the queue is empty. */
  readonly take: <T>(line: string, work: (turn: Turn) => Promise<T>) => Promise<T>;
  /** Resolves when all transactions have ended; later ones are refused. */
  readonly close: () => Promise<void>;
}

interface Line {
  /** The last transaction in the queue; its failure is reported to its caller only. */
  tail: Promise<unknown>;
  /** Number of transactions in progress or waiting. */
  length: number;
}

const NOBODY = Promise.resolve();

/** Maximum number of idle queues that are kept. */
const MOST_LINES = 1000;

export const createTurns = (): Turns => {
  const lines = new Map<string, Line>();
  let isClosed = false;

  const lineOf = (name: string): Line => {
    let line = lines.get(name);
    if (line === undefined) lines.set(name, (line = { tail: NOBODY, length: 0 }));
    return line;
  };

  const begin = <T>(work: (turn: Turn) => Promise<T>, turn: Turn): Promise<T> => {
    try {
      return work(turn);
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
      // The queue is kept, since it will probably be used again soon.
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

/** Converts a thrown value to a rejected promise. */
export const failed = (thrown: unknown): Promise<never> =>
  Promise.resolve().then(() => {
    throw thrown;
  });

const late = (): StoreError =>
  new StoreError('a transaction was used after its end: something in it was not waited for');

/** Throws if the transaction has been committed or rolled back. */
export const checkTurn = (turn: Turn): void => {
  if (turn.isOver) throw late();
};

/** The same as a rejected promise. */
export const tooLate = (): Promise<never> => Promise.reject(late());
