/** What has to hold under attack. */
export interface Bounds {
  /** Milliseconds that the event loop may be held. */
  readonly stall: number;
  /** Milliseconds that it may stand still with the machine's own pauses. */
  readonly delay: number;
  /** Share of the healthy tenant's throughput just before. */
  readonly kept: number;
  /** Milliseconds in which an answer counts as one. */
  readonly deadline: number;
  /** Milliseconds to wait for the last webhooks. */
  readonly patience: number;
  /** Milliseconds that the healthy tenant is watched before, and at least during the attack. */
  readonly calm: number;
  readonly during: number;
}

const QUIET: Bounds = {
  stall: 50,
  delay: 1000,
  kept: 0.9,
  deadline: 1000,
  patience: 10_000,
  calm: 2000,
  during: 5000,
};

/** For a machine that is busy with something else: what is far beyond these is no chance. */
const BUSY: Bounds = {
  stall: 250,
  delay: 3000,
  kept: 0.8,
  deadline: 2500,
  patience: 20_000,
  calm: 1000,
  during: 1500,
};

export const boundsFor = (isShort: boolean): Bounds => (isShort ? BUSY : QUIET);
