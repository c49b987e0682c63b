/** Runs a task unless too many of its key are running; then it throws what `refuse` returns. */
export type ConcurrencyLimit = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export const createConcurrencyLimit = (most: number, refuse: () => Error): ConcurrencyLimit => {
  const running = new Map<string, number>();
  return async (key, task) => {
    const count = running.get(key) ?? 0;
    if (count >= most) throw refuse();
    running.set(key, count + 1);
    try {
      return await task();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
  };
};
