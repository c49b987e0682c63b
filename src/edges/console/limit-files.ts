import { problem } from '../../engine/problems/problem.ts';
import { MINUTE, createMemoryCounters, toSeconds } from '../../engine/rate-limiting/counters.ts';
import type { RefuseSlowly } from '../../engine/rate-limiting/slow-refusals.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';
import type { SenderOf } from '../http/sender-network.ts';

/** A class behind one address opens the console at once, and each page loads some files. */
const MOST_FILES_PER_MINUTE = 3000;

interface FileLimitParts {
  readonly senderOf: SenderOf;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly refuseSlowly: RefuseSlowly;
  readonly perMinute?: number;
}

/**
 * Refuses an address that loads pages without end. Each process counts for itself: a file costs less than asking a
 * database how many there were.
 */
export const limitFiles = (
  handle: (request: ApiRequest) => Promise<Reply>,
  { senderOf, clock, refuseSlowly, perMinute = MOST_FILES_PER_MINUTE }: FileLimitParts,
): typeof handle => {
  const byAddress = createMemoryCounters(clock)({ name: 'console-files', limit: perMinute, window: MINUTE });
  return async (request) => {
    const address = senderOf(request) ?? '';
    const wait = await byAddress.take(address);
    if (wait === undefined) return handle(request);
    const seconds = String(toSeconds(wait));
    return refuseSlowly(
      address,
      problem('rate-limited', {
        detail: `This address loaded ${String(perMinute)} files of the console within a minute, which is the most. Retry in ${seconds} seconds.`,
        headers: { 'retry-after': seconds },
      }),
    );
  };
};
