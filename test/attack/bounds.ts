/** What has to hold under attack. */
export interface Bounds {
  /** Milliseconds of CPU time that one callback may hold the event loop: what a request does to all others. */
  readonly stall: number;
  /** Milliseconds that garbage may be collected in one callback: its heap is as large as the server's memory allows. */
  readonly collecting: number;
  /**
   * Milliseconds of CPU time of a turn of the event loop, in which a flood may have made a thousand requests ready, and of all
   * work before a response: half of the deadline, so that a request of the worst moment is still answered in time.
   */
  readonly turn: number;
  /** Milliseconds that it may stand still without CPU time. */
  readonly blocked: number;
  /** Share of the healthy tenant's throughput just before, on a machine that gives the server what it wants. */
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
  collecting: 100,
  turn: 500,
  blocked: 1000,
  kept: 0.9,
  deadline: 1000,
  patience: 10_000,
  calm: 2000,
  during: 5000,
};

/** For a machine that is busy with something else: what is far beyond these is no chance. */
const BUSY: Bounds = {
  stall: 250,
  collecting: 500,
  turn: 1250,
  blocked: 3000,
  kept: 0.8,
  deadline: 2500,
  patience: 20_000,
  calm: 1000,
  during: 1500,
};

export const boundsFor = (isShort: boolean): Bounds => (isShort ? BUSY : QUIET);

/** Share of the CPU time that a server wants and gets, below which its machine is busy: all that it does costs more. */
const MOSTLY = 0.7;

/** The same, with what a busy machine makes of the server's times. `given` is the share of the CPU time that it got. */
export const boundsOn = (bounds: Bounds, given: number): Bounds => {
  const { stall, collecting, turn, blocked } = given < MOSTLY ? BUSY : bounds;
  return { ...bounds, stall, collecting, turn, blocked, kept: bounds.kept * given };
};
