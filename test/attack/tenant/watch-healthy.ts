import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Counts, HealthyOptions } from './counts.ts';

/** The healthy tenant, in a thread of its own: what the attacker does must not slow its clock. */
export interface Healthy {
  /** Forgets what came until now. */
  readonly begin: () => void;
  /** Waits for the answers and webhooks of what was sent since `begin`. */
  readonly count: () => Promise<Counts>;
  readonly stop: () => Promise<void>;
}

export const watchHealthy = async (options: HealthyOptions): Promise<Healthy> => {
  const worker = new Worker(path.join(import.meta.dirname, 'healthy.ts'), { workerData: options });
  await once(worker, 'message');
  return {
    begin: () => worker.postMessage('drop'),
    count: async () => {
      worker.postMessage('next');
      const [counts] = (await once(worker, 'message')) as [Counts];
      return counts;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
};
