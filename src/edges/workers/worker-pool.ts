import { Worker } from 'node:worker_threads';
import type { After, Timer } from '../../kernel/timers.ts';

/** A work took more than it may. Its worker has been ended; the next work gets another one. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError';
  readonly of: 'memory' | 'time';

  constructor(of: 'memory' | 'time') {
    super(`the work takes too much ${of}`);
    this.of = of;
  }
}

/**
 * Works for strangers, whose cost does not follow from their size, beside the event loop. A work that takes too much memory or
 * time ends with its worker, and nothing else does.
 */
interface WorkerPool<Input, Output> {
  /** @throws {@link TooMuchError} */
  readonly run: (input: Input) => Promise<Output>;
}

/** One that gets no CPU is asked at most so often in the time that it may use. */
const LOOKS = 20;

/** A worker that does not even say what it has used is ended after so many times what it may use. */
const PATIENCE = 15;

export const createWorkerPool = <Input, Output>(parts: {
  /** The module that answers each message with one. */
  readonly file: string;
  /** Most workers at once; further works wait. */
  readonly size: number;
  /** Megabytes of a worker's heap. */
  readonly memory: number;
  /** Milliseconds of CPU time of one work: on a busy machine it may last longer, up to {@link PATIENCE} times. */
  readonly time: number;
  /** Milliseconds after which a worker without work ends. */
  readonly idle: number;
  readonly after: After;
}): WorkerPool<Input, Output> => {
  const { file, size, memory, time, idle, after } = parts;
  const resting: { readonly worker: Worker; readonly end: Timer }[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const start = (): Worker => {
    // An old generation of that size, and a young one beside it.
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8 },
    });
    // A program that has nothing else to do ends.
    worker.unref();
    // Whoever waits for it hears of it.
    worker.on('error', () => undefined);
    return worker;
  };

  const rest = (worker: Worker): void => {
    const one = {
      worker,
      end: after(idle, () => {
        resting.splice(resting.indexOf(one), 1);
        void worker.terminate();
      }),
    };
    resting.push(one);
  };

  const work = (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      const rested = resting.pop();
      rested?.end.cancel();
      const worker = rested?.worker ?? start();
      const usedBefore = rested === undefined ? 0 : cpuOf(worker);
      const fail = (error: Error): void => {
        settle();
        const reason = 'code' in error && error.code === OUT_OF_MEMORY ? new TooMuchError('memory') : error;
        // Its memory is free before another worker takes its place: on a busy machine that lasts.
        void worker.terminate().then(() => reject(reason), reject);
      };
      const tooLong = (): void => {
        fail(new TooMuchError('time'));
      };
      const latest = after(time * PATIENCE, tooLong);
      /** Looks again when it may have used up what is left. */
      const watch = (left: number): { readonly cancel: () => void } =>
        after(left, () => {
          void Promise.all([cpuOf(worker), usedBefore]).then(([used = Infinity, before = 0]) => {
            if (isSettled) return;
            if (used - before >= time) tooLong();
            else timer = watch(Math.max(time - (used - before), time / LOOKS));
          });
        });
      let timer = watch(time);
      let isSettled = false;
      const answer = (output: Output): void => {
        settle();
        rest(worker);
        resolve(output);
      };
      const settle = (): void => {
        isSettled = true;
        timer.cancel();
        latest.cancel();
        worker.off('message', answer).off('error', fail);
      };
      worker.on('message', answer).on('error', fail).postMessage(input);
    });

  return {
    run: async (input) => {
      if (running === size) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work(input);
      } finally {
        const next = waiting.shift();
        // The place goes to who has waited longest.
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
};

/** Milliseconds of CPU time that a worker has used so far; undefined where Node (before 24.6) does not tell. */
const cpuOf = async (worker: Worker): Promise<number | undefined> => {
  if (!('cpuUsage' in worker)) return undefined;
  // Rejected until it has begun.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
};

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
