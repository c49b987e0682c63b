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

/**
 * Work on a store that is begun within other work on it would wait for its own end, for ever. Under a test runner that is
 * an error which says so; to look for it each time would cost a request a tenth of its time.
 */
const LOOKS_FOR_NESTED = process.env['NODE_ENV'] === 'test';

export const createTurns = (looksForNested = LOOKS_FOR_NESTED): Turns => {
  const lines = new Map<string, Line>();
  /** Which turn the code belongs to that is running now. */
  const current = looksForNested ? new AsyncLocalStorage<Turn>() : undefined;
  let isClosed = false;

  const lineOf = (name: string): Line => {
    let line = lines.get(name);
    if (line === undefined) lines.set(name, (line = { tail: Promise.resolve(), length: 0 }));
    return line;
  };

  const run = async <T>(name: string, line: Line, work: (turn: Turn) => Promise<T>): Promise<T> => {
    const turn = { isOver: false };
    try {
      return await (current === undefined ? work(turn) : current.run(turn, work, turn));
    } finally {
      turn.isOver = true;
      line.length -= 1;
      if (line.length === 0) lines.delete(name);
    }
  };

  return {
    take: (name, work) => {
      if (isClosed) return Promise.reject(new StoreError('the store is closed'));
      if (current?.getStore()?.isOver === false)
        return Promise.reject(
          new StoreError('work on a store was begun within other work on it: it would wait for its own end'),
        );
      const line = lineOf(name);
      line.length += 1;
      const begin = () => run(name, line, work);
      const result = line.length === 1 ? begin() : line.tail.then(begin, begin);
      line.tail = result;
      return result;
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...lines.values()].map(({ tail }) => tail));
    },
  };
};

/** For whatever is asked of a transaction that has been kept or undone. */
export const checkTurn = (turn: Turn): void => {
  if (turn.isOver) throw new StoreError('a transaction was used after its end: something in it was not waited for');
};
