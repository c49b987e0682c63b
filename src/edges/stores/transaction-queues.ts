import { StoreError } from '../../engine/sandbox/store.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';

interface Queue {
  /** The last work in the queue; its failure is reported to its caller only. */
  tail: Promise<unknown>;
  /** Number of works in progress or waiting. */
  length: number;
  /** Asked between two works, since the first one that had to wait: those that follow each other share a slice. */
  pause: Pause;
}

const IDLE = Promise.resolve();

/** Queues that are remembered while nobody is in them: with entries that come and go, the map would grow and shrink each time. */
const MOST_IDLE = 100;

/**
 * Serializes transactions: one queue per name, first in, first out. A nested transaction of the same name would wait for
 * itself; detecting that takes an AsyncLocalStorage, which makes creating an order 6 to 10 % slower, so it is not detected.
 *
 * `pauses` limits what the transactions of a queue that follow each other take of one turn of the event loop: each may be
 * short, and a hundred of them wait. A queue in which none waits does not ask.
 */
export const createTransactionQueues = (pauses: () => Pause = () => NO_PAUSE) => {
  const queues = new Map<string, Queue>();
  let isClosed = false;

  return {
    /** Runs immediately if the queue is empty. */
    take: <T>(name: string, work: () => Promise<T>): Promise<T> => {
      if (isClosed) return Promise.reject(new StoreError('the store is closed'));
      const queue = getOrInsert(queues, name, () => ({ tail: IDLE, length: 0, pause: NO_PAUSE }));
      queue.length += 1;
      if (queue.length === 2) queue.pause = pauses();
      const start = async () => {
        await queue.pause();
        return work();
      };
      const leave = (): void => {
        queue.length -= 1;
        if (queue.length > 0) return;
        queue.tail = IDLE;
        if (queues.size > MOST_IDLE) queues.delete(name);
      };
      const result = queue.length === 1 ? work() : queue.tail.then(start, start);
      queue.tail = result;
      void result.then(leave, leave);
      return result;
    },
    /** Resolves when all work has ended; later work is refused. */
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.allSettled([...queues.values()].map(({ tail }) => tail));
    },
  };
};
