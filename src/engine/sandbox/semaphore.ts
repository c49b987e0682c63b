/** A counting semaphore with a FIFO queue. */
export interface Semaphore {
  readonly acquire: () => Promise<void>;
  readonly release: () => void;
}

export const createSemaphore = (count: number): Semaphore => {
  let free = count;
  const line: (() => void)[] = [];
  return {
    acquire: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => line.push(resolve));
    },
    release: () => {
      const next = line.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};
