import type { SandboxOwner } from '../../engine/sandbox/sandbox-owner.ts';

/** What a sandbox was like before a step, as a show names it. */
export interface RestorePoint {
  /** In its store. */
  readonly id: string;
  readonly bytes: number;
  /** Its contents; undefined if they are not in memory. */
  readonly contents?: PointContents;
}

export interface PointContents {
  /** The state document, compressed. */
  readonly state: Uint8Array;
  /** What is kept outside the sandbox, compressed. */
  readonly beside: Uint8Array;
  /** Position in the journal. */
  readonly position: number;
}

/** Where restore points are kept. */
export interface RestorePointStore {
  /** Whether the points take memory of this process. */
  readonly isInMemory: boolean;
  /** Replaces one of the same `id`. */
  readonly put: (owner: SandboxOwner, id: string, contents: PointContents) => Promise<RestorePoint>;
  /** Undefined if there is none any more. */
  readonly read: (owner: SandboxOwner, point: RestorePoint) => Promise<PointContents | undefined>;
  readonly drop: (sandbox: string, point: RestorePoint) => void;
  /** Drops all of a sandbox. */
  readonly clear: (sandbox: string) => Promise<void>;
}

/** In the show itself, which is in the memory of this process. */
export const POINTS_IN_MEMORY: RestorePointStore = {
  isInMemory: true,
  put: (_owner, id, contents) =>
    Promise.resolve({ id, bytes: contents.state.byteLength + contents.beside.byteLength, contents }),
  read: (_owner, { contents }) => Promise.resolve(contents),
  drop: () => undefined,
  clear: () => Promise.resolve(),
};
