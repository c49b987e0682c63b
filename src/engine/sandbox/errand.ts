import type { Job } from './job.ts';
import type { Sandbox } from './sandbox.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/**
 * A kind of job that talks to the world outside, which no transaction may wait for. It runs between two of them: the job
 * is taken, the outing made, and what came of it written down, which also ends the job. A crash in between leaves the job
 * taken, and the next start puts it back: at least once, never lost.
 */
export interface Errand {
  /** Errands of one lane share a limit of those under way at once, so that a slow one holds up its own kind only. */
  readonly laneOf: (job: Job) => string;
  /** What is to be done, as things stand now; undefined when there is nothing to do any more. */
  readonly prepare: (reading: Reading, job: Job, sandbox: Sandbox) => Promise<Outing | undefined>;
  /** Hears that what came of an outing is kept. */
  readonly kept?: (sandbox: Sandbox) => void;
}

/** Happens outside of any transaction, and may be told to give up: then it throws, and is made again another time. */
export type Outing = (signal: AbortSignal) => Promise<Report>;

/** Writes down what came of an outing. `isWanted` is false when the job was cancelled or put elsewhere meanwhile. */
export type Report = (work: UnitOfWork, isWanted: boolean) => Promise<void>;

/** By kind of job; kinds that are not here are handled in a transaction. */
export type Errands = Readonly<Record<string, Errand>>;

/** How many errands may be under way at once. */
export interface ErrandLimits {
  readonly perLane: number;
  readonly perSandbox: number;
  /** Beyond that, for lanes with nothing under way: slow lanes that fill a sandbox do not hold up the others. */
  readonly forIdleLanes: number;
}

export const ERRAND_LIMITS: ErrandLimits = { perLane: 5, perSandbox: 20, forIdleLanes: 5 };

/** In all sandboxes of the server. */
export const ERRANDS_IN_SERVER = 200;
