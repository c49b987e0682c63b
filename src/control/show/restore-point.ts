/** What a sandbox was like before a step. */
export interface RestorePoint {
  /** The state document, compressed. */
  readonly state: Uint8Array;
  /** What is kept outside the sandbox, compressed. */
  readonly beside: Uint8Array;
  /** Restores what was observed of the clients. */
  readonly restoreObserved: () => void;
}
