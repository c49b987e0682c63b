import { problem } from '../../engine/problems/problem.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';

/** How many sandboxes may be created, and for how long they are kept. Milliseconds. */
export interface SandboxLimits {
  readonly count: number;
  /** One that was used within this time never makes room for another. */
  readonly minIdle: number;
  /** Infinity: for ever. */
  readonly timeToLive: number;
}

/** A sandbox that may still be in use is never dropped to make room. */
export const full = ({ count, minIdle }: SandboxLimits, oldestUse: number | undefined): Error => {
  const free =
    oldestUse === undefined
      ? ''
      : ` The first to make room is idle long enough at ${toIsoDateTime(oldestUse + minIdle)}.`;
  return problem('storage-full', {
    detail: `This server has ${String(count)} created sandboxes, the most that it may have, and each was used within ${toIsoDuration(minIdle)}.${free} Drop one with DELETE /__admin/sandboxes/{id}, or raise --max-sandboxes.`,
  });
};
