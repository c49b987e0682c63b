import { plainProblem } from '../../engine/problems/problem.ts';

/** That a sandbox was made for a visitor, and until when. Milliseconds since the epoch, wall time. */
export interface Visit {
  /** Id of the visitor link; undefined for a visitor who signed up. */
  readonly link?: string;
  /** Dropped then, used or not. */
  readonly endsAt: number;
}

/** How long a visitor's sandbox lives. Milliseconds. */
export interface VisitLimits {
  /** From its creation, and from each time that its visitor keeps it. */
  readonly timeToLive: number;
  /** From its creation: beyond it, its visitor cannot keep it. */
  readonly longest: number;
}

export const latestEndOf = (createdAt: number, { longest }: VisitLimits): number => createdAt + longest;

/** The end of a sandbox that is created or kept now. */
export const endFor = (createdAt: number, now: number, limits: VisitLimits): number =>
  Math.min(now + limits.timeToLive, latestEndOf(createdAt, limits));

export const notVisited = (sandbox: string): Error =>
  plainProblem(409, {
    detail: `Sandbox ${sandbox} is not a visitor's: GET /__admin/sandboxes/${sandbox} says when it expires, and each use of it moves that.`,
  });
