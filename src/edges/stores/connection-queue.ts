import { StoreError } from '../../engine/sandbox/store.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';
import { type QueuedTransaction, runToEnd } from './transaction-queues.ts';

type Take = <T>(sandbox: string, work: (transaction: QueuedTransaction) => Promise<T>) => Promise<T>;

/**
 * Serializes the work on one connection that many sandboxes share. What one sandbox asks for runs one after the other,
 * first come, first served; but reads run beside the transactions of other sandboxes, which change nothing of theirs.
 * Transactions run one at a time, and of the sandboxes that wait, the one that has used the connection least goes first.
 */
export interface ConnectionQueue {
  /** Work that changes nothing. */
  readonly read: Take;
  readonly write: Take;
  /** Resolves when all work has ended; later work is refused. */
  readonly close: () => Promise<void>;
}

export interface ConnectionQueueParts {
  /** Monotonic time in milliseconds. If omitted, sandboxes take turns however long each of them takes. */
  readonly elapsed?: (() => number) | undefined;
  /** Between what had to wait and what it waited for. */
  readonly pauses?: (() => Pause) | undefined;
}

interface Waiting {
  readonly number: number;
  readonly writes: boolean;
  readonly start: () => void;
}

interface Queue {
  readonly sandbox: string;
  readonly waiting: Waiting[];
  isBusy: boolean;
  /** What the sandbox has used of the connection; what it left unused in the past does not count. */
  used: number;
}

/** Work that concerns the whole file waits under this name: no sandbox has an empty one. */
export const FILE = '';

/** Maximum number of idle queues that are kept. */
const MOST_QUEUES = 1000;

/** Milliseconds that count for a transaction, even if it took less. */
const LEAST = 0.1;

export const createConnectionQueue = ({ elapsed = () => 0, pauses }: ConnectionQueueParts): ConnectionQueue => {
  const queues = new Map<string, Queue>();
  const pause = pauses?.() ?? NO_PAUSE;
  let isTaken = false;
  /** What the sandbox of the last transaction had used before: who has used less, has waited for others. */
  let level = 0;
  let count = 0;
  let closing: Promise<unknown> | undefined;

  const queueOf = (sandbox: string): Queue => {
    let queue = queues.get(sandbox);
    if (queue === undefined) queues.set(sandbox, (queue = { sandbox, waiting: [], isBusy: false, used: 0 }));
    return queue;
  };

  const reserve = (queue: Queue, writes: boolean): void => {
    queue.isBusy = true;
    if (!writes) return;
    isTaken = true;
    level = queue.used = Math.max(queue.used, level);
  };

  const run = <T>(queue: Queue, writes: boolean, work: (transaction: QueuedTransaction) => Promise<T>): Promise<T> => {
    const transaction = { isOver: false };
    const from = writes ? elapsed() : 0;
    const end = (): void => {
      queue.isBusy = false;
      if (writes) {
        isTaken = false;
        queue.used += Math.max(elapsed() - from, LEAST);
      }
      continueAfter(queue);
      if (queues.size > MOST_QUEUES && isIdle(queue)) queues.delete(queue.sandbox);
    };
    return runToEnd(work, transaction, end);
  };

  const continueAfter = (queue: Queue): void => {
    if (!isTaken) start(nextToWrite());
    if (!queue.isBusy)
      start(
        queue,
        queue.waiting.findIndex(({ writes }) => !writes),
      );
  };

  const nextToWrite = (): Queue | undefined => {
    let next: Queue | undefined;
    for (const queue of queues.values())
      if (!queue.isBusy && queue.waiting[0]?.writes === true && (next === undefined || isBefore(queue, next)))
        next = queue;
    return next;
  };

  const isBefore = (one: Queue, other: Queue): boolean => {
    const difference = Math.max(one.used, level) - Math.max(other.used, level);
    return difference < 0 || (difference === 0 && numberOf(one) < numberOf(other));
  };

  /** Starts what waits in a queue, in the next turn of the event loop if this one is over. */
  const start = (queue: Queue | undefined, place = 0): void => {
    const [next] = place < 0 ? [] : (queue?.waiting.splice(place, 1) ?? []);
    if (queue === undefined || next === undefined) return;
    reserve(queue, next.writes);
    const turn = pause();
    if (turn === undefined) next.start();
    else void turn.then(next.start);
  };

  const take = <T>(
    sandbox: string,
    writes: boolean,
    work: (transaction: QueuedTransaction) => Promise<T>,
  ): Promise<T> => {
    if (closing !== undefined) return Promise.reject(new StoreError('the store is closed'));
    const queue = queueOf(sandbox);
    // A transaction that waits while the connection is taken does not keep out what its own sandbox reads.
    if (!queue.isBusy && !(writes && (isTaken || queue.waiting.length > 0))) {
      reserve(queue, writes);
      return run(queue, writes, work);
    }
    return new Promise((resolve) => {
      queue.waiting.push({
        number: ++count,
        writes,
        start: () => {
          resolve(run(queue, writes, work));
        },
      });
    });
  };

  return {
    read: (sandbox, work) => take(sandbox, false, work),
    write: (sandbox, work) => take(sandbox, true, work),
    close: async () => {
      closing ??= Promise.all([...queues.keys()].map((sandbox) => take(sandbox, true, () => IDLE)));
      await closing;
    },
  };
};

const IDLE = Promise.resolve();

const isIdle = ({ isBusy, waiting }: Queue): boolean => !isBusy && waiting.length === 0;

const numberOf = ({ waiting }: Queue): number => waiting[0]?.number ?? 0;
