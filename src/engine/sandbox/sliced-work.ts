import type { MemoryGuard } from '../../kernel/memory-account.ts';
import { createPlaces } from '../../kernel/places.ts';
import type { RunInSlices, TimeSlices } from '../../kernel/time-slices.ts';
import { createSemaphore } from './semaphore.ts';
import { createKeyedTurns } from '../../kernel/turns.ts';
import { problem } from '../problems/problem.ts';

/** Long works of requests: one at a time per sandbox, a few in the server; throws 503 if too many are waiting. */
export type SlicedWork = ReturnType<typeof createSlicedWork>;

/**
 * `running`: works in progress in the whole server, each of which may hold a large document in memory. `perSandbox`,
 * `inServer`: works of one sandbox and of all, in progress or waiting.
 */
const SLICED_WORK_LIMITS = { running: 4, perSandbox: 16, inServer: 128 };

/**
 * Whole states, imported or exported, and whole journals: each takes several times its size in memory, so that one at a
 * time is in work. Each step of a show exports a state, and a room full of visitors may play at once.
 */
export const STATE_WORK_LIMITS: typeof SLICED_WORK_LIMITS = { running: 1, perSandbox: 4, inServer: 128 };

/** Memory that a work on a document takes, in sizes of the document: text, values, a copy of both. */
const TIMES_ITS_SIZE = 4;

export const createSlicedWork = (slices: TimeSlices, limits = SLICED_WORK_LIMITS, memory?: MemoryGuard) => {
  const running = createSemaphore(limits.running, limits.running);
  const ofSandbox = createPlaces(limits.perSandbox);
  const ofServer = createPlaces(limits.inServer);
  const inTurn = createKeyedTurns();

  /**
   * Occupies a place until an asynchronous work ends, whose parts `run` cuts into slices. `bytes` is the size of the
   * document that it reads or writes.
   */
  const hold = async <T>(sandbox: string, work: (run: RunInSlices) => Promise<T>, bytes = 0): Promise<T> => {
    const leaveSandbox = ofSandbox.take(sandbox);
    const leaveServer = leaveSandbox && ofServer.take('');
    try {
      if (leaveServer === undefined) throw busy();
      return await inTurn(sandbox, async () => {
        await running.acquire(sandbox);
        try {
          // Looked at in its turn: others may have taken much meanwhile, or given it back.
          if (bytes > 0 && memory?.hasRoomFor(TIMES_ITS_SIZE * bytes) === false) throw busy();
          return await work(slices.run);
        } finally {
          running.release(sandbox);
        }
      });
    } finally {
      leaveServer?.();
      leaveSandbox?.();
    }
  };

  return {
    of:
      (sandbox: string): RunInSlices =>
      (steps) =>
        hold(sandbox, (run) => run(steps)),
    hold,
    /** For short work: occupies no place, and does not wait for one. */
    run: slices.run,
    /** The pauses of a work of a sandbox that is not a request's. */
    pauses: slices.pauses,
  };
};

const busy = (): Error =>
  problem('unavailable', {
    detail:
      'The server is busy with documents, exports and imports that take long. The request had no effect: retry it after the seconds in `Retry-After`.',
    headers: { 'retry-after': '1' },
  });
