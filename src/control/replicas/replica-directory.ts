/** A server, as another one sees it. */
export interface SeenReplica {
  readonly id: string;
  readonly version: string;
  /** Wall-clock milliseconds. */
  readonly since: number;
  /** Milliseconds since its last sign of life, by the clock of who looks. */
  readonly silentFor: number;
  readonly isAlive: boolean;
  /** See `readFacts`. */
  readonly facts: string;
}

/** Work of all sandboxes that is due. */
export interface DueWork {
  /** How many sandboxes have any. */
  readonly sandboxes: number;
  /** Milliseconds since the oldest became due; undefined without any. */
  readonly oldest: number | undefined;
}

/** The servers that share a store. */
export interface ReplicaDirectory {
  /** Id of this server. */
  readonly id: string;
  /** Brings this server's own sign up to date, and returns all. */
  readonly look: () => Promise<readonly SeenReplica[]>;
  readonly dueWork: () => Promise<DueWork>;
}
