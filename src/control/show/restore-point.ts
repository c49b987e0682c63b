/** What a sandbox was like before a step. */
export interface RestorePoint {
  /** The state document, compressed. */
  readonly state: Uint8Array;
  /** Restores what is kept outside the sandbox. */
  readonly restoreBeside: () => void;
}
