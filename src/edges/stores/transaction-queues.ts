import { StoreError } from '../../engine/sandbox/store.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';

/** A transaction of a store, in progress or ended. */
export interface QueuedTransaction {
  isOver: boolean;
}

/**
 * Serializes transactions: one queue per name, first in, first out. A nested transaction of the same name would wait for
 * itself; detecting that takes an AsyncLocalStorage, which makes creating an order 6 to 10 % slower, so it is not detected.
 */
interface TransactionQueues {
  /** Runs immediately if the queue is empty. */
  readonly take: <T>(queue: string, work: (transaction: QueuedTransaction) => T | Promise<T>) => Promise<T>;
  /** Resolves when all transactions have ended; later ones are refused. */
  readonly close: () => Promise<void>;
}

interface Queue {
  /** The last transaction in the queue; its failure is reported to its caller only. */
  tail: Promise<unknown>;
  /** Number of transactions in progress or waiting. */
  length: number;
  /** Asked between two transactions, since the first one that had to wait: those that follow each other share a slice. */
  pause: Pause;
}

const IDLE = Promise.resolve();

/** Maximum number of idle queues that are kept. */
const MOST_QUEUES = 1000;

/**
 * `pauses` limits what the transactions of a queue that follow each other take of one turn of the event loop: each may be
 * short, and a hundred of them wait. A queue in which none waits does not ask.
 */
export const createTransactionQueues = (pauses: () => Pause = () => NO_PAUSE): TransactionQueues => {
  const queues = new Map<string, Queue>();
  let isClosed = false;

  const queueOf = (name: string): Queue => {
    let queue = queues.get(name);
    if (queue === undefined) queues.set(name, (queue = { tail: IDLE, length: 0, pause: NO_PAUSE }));
    return queue;
  };

  const run = <T>(name: string, queue: Queue, work: (transaction: QueuedTransaction) => T | Promise<T>): Promise<T> => {
    const transaction = { isOver: false };
    const end = (): void => {
      queue.length -= 1;
      if (queue.length > 0) return;
      // The queue is kept, since it will probably be used again soon.
      queue.tail = IDLE;
      if (queues.size > MOST_QUEUES) queues.delete(name);
    };
    return runToEnd(work, transaction, end);
  };

  const wait: typeof run = (name, queue, work) => {
    if (queue.length === 2) queue.pause = pauses();
    const start = () => {
      const turn = queue.pause();
      return turn === undefined ? run(name, queue, work) : turn.then(() => run(name, queue, work));
    };
    return queue.tail.then(start, start);
  };

  return {
    take: (name, work) => {
      if (isClosed) return Promise.reject(new StoreError('the store is closed'));
      const queue = queueOf(name);
      queue.length += 1;
      const result = queue.length === 1 ? run(name, queue, work) : wait(name, queue, work);
      queue.tail = result;
      return result;
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...queues.values()].map(({ tail }) => tail));
    },
  };
};

/** Begins work at once; when it has ended, its transaction is over and `end` is called. */
const runToEnd = <T>(
  work: (transaction: QueuedTransaction) => T | Promise<T>,
  transaction: QueuedTransaction,
  end: () => void,
): Promise<T> => {
  const finish = (): void => {
    transaction.isOver = true;
    end();
  };
  try {
    const result = work(transaction);
    if (!(result instanceof Promise)) {
      finish();
      return Promise.resolve(result);
    }
    return result.finally(finish);
  } catch (error) {
    finish();
    return failed(error);
  }
};

/** Converts a thrown value to a rejected promise. */
const failed = (thrown: unknown): Promise<never> =>
  Promise.resolve().then(() => {
    throw thrown;
  });

const late = (): StoreError =>
  new StoreError('a transaction was used after its end: something in it was not waited for');

/** Throws if the transaction has been committed or rolled back. */
export const checkOpen = (transaction: QueuedTransaction): void => {
  if (transaction.isOver) throw late();
};
