import type { Pause, RunInSlices, TimeSlices } from '../../kernel/time-slices.ts';
import { type Semaphore, createSemaphore } from './semaphore.ts';
import { problem } from '../problems/problem.ts';

/** Long works of requests: one at a time per sandbox, a few in the server; throws 503 if too many are waiting. */
export interface SlicedWork {
  readonly of: (sandbox: string) => RunInSlices;
  /** The pauses of a work of a sandbox that is not a request's. */
  readonly pauses: () => Pause;
}

export interface SlicedWorkLimits {
  /** Works in progress in the whole server: each may hold a large document in memory. */
  readonly running: number;
  /** Works of one sandbox, in progress or waiting. */
  readonly perSandbox: number;
  /** Works of all sandboxes, in progress or waiting. */
  readonly inServer: number;
}

export const SLICED_WORK_LIMITS: SlicedWorkLimits = { running: 4, perSandbox: 16, inServer: 128 };

export const createSlicedWork = (slices: TimeSlices, limits = SLICED_WORK_LIMITS): SlicedWork => {
  const running = createSemaphore(limits.running, limits.running);
  const lines = new Map<string, { readonly turn: Semaphore; length: number }>();
  let all = 0;

  const run: (sandbox: string) => RunInSlices = (sandbox) => async (steps) => {
    const line = lines.get(sandbox) ?? { turn: createSemaphore(1, 1), length: 0 };
    if (line.length >= limits.perSandbox || all >= limits.inServer) throw busy();
    lines.set(sandbox, line);
    line.length += 1;
    all += 1;
    await line.turn.acquire(sandbox);
    await running.acquire(sandbox);
    try {
      return await slices.run(steps);
    } finally {
      running.release(sandbox);
      line.turn.release(sandbox);
      line.length -= 1;
      all -= 1;
      if (line.length === 0) lines.delete(sandbox);
    }
  };

  return { of: run, pauses: slices.pauses };
};

const busy = (): Error =>
  problem('unavailable', {
    detail:
      'The server is busy with documents and exports that take long to make. The request had no effect: retry it after the seconds in `Retry-After`.',
    headers: { 'retry-after': '1' },
  });
