import { problem } from '../../engine/problems/problem.ts';
import { quotaExceeded } from '../../engine/problems/refusals.ts';
import { toSeconds } from '../../engine/rate-limiting/counters.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import type { CreatedSandbox } from './created-sandbox.ts';
import type { Visit, VisitLimits } from './visit.ts';

/** How many sandboxes can be created, and how long they are kept. Milliseconds. */
export interface SandboxLimits {
  readonly count: number;
  /** How many one visitor link has at the same time, and all visitors who signed up. */
  readonly perLink: number;
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

/** The sandboxes that count for the same quota as a new one: those of its link, or of all who signed up. */
export const visitedLike = (all: readonly CreatedSandbox[], { link }: Pick<Visit, 'link'>): readonly Visit[] =>
  all.flatMap(({ visit }) => (visit !== undefined && visit.link === link ? [visit] : []));

export const tooManyOfLink = (visits: readonly Visit[], limit: number, now: number): Error => {
  const who = visits[0]?.link === undefined ? 'Visitors who signed up have' : 'This link has given out';
  const seconds = toSeconds(Math.min(...visits.map(({ endsAt }) => endsAt)) - now);
  return quotaExceeded({
    quota: { name: 'sandboxes', limit, used: visits.length, setting: '--sandboxes-per-link' },
    detail: `${who} ${String(visits.length)} sandboxes that still exist, the most at the same time (--sandboxes-per-link). The first of them ends in ${String(seconds)} seconds; the operator can delete one with DELETE /__admin/sandboxes/{id}.`,
    retryAfter: seconds,
    code: 'no-room',
  });
};
