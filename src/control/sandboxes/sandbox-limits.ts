import { problem } from '../../engine/problems/problem.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import type { VisitLimits } from './visit.ts';

/** How many sandboxes can be created, and how long they are kept. Milliseconds. */
export interface SandboxLimits {
  readonly count: number;
  /** A sandbox used within this time is never replaced by a new one. */
  readonly minIdle: number;
  /** Infinity: no expiry. */
  readonly timeToLive: number;
  readonly visits: VisitLimits;
}

/** A sandbox that may still be in use is never dropped for a new one. */
export const full = ({ count, minIdle }: SandboxLimits, oldestUse: number | undefined): Error => {
  const free =
    oldestUse === undefined
      ? ''
      : ` The first to make room is idle long enough at ${toIsoDateTime(oldestUse + minIdle)}.`;
  return problem('storage-full', {
    detail: `This server has ${String(count)} created sandboxes, the most that it may have, and each was used within ${toIsoDuration(minIdle)}.${free} Drop one with DELETE /__admin/sandboxes/{id}, or raise --max-sandboxes.`,
  });
};
