/** Long work in steps: at each `yield` other work may come in between. */
export type Steps<T> = Generator<void, T, void>;

/** Runs long work without keeping the event loop busy. */
export type RunInSlices = <T>(steps: Steps<T>) => Promise<T>;

/** Called between two parts of a long asynchronous work: a promise to wait for if its slice is over. */
export type Pause = () => Promise<void> | undefined;

export const NO_PAUSE: Pause = () => undefined;

/** Cuts long work into slices; see `createFairTurns`. */
export interface TimeSlices {
  readonly run: RunInSlices;
  /** The pauses of a work that begins now. */
  readonly pauses: () => Pause;
}

/** Runs all steps immediately: for short work. */
export const runAtOnce = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Runs steps with pauses in between. */
export const runWith = async <T>(pause: Pause | undefined, steps: Steps<T>): Promise<T> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = pause?.();
    if (turn !== undefined) await turn;
  }
};

/** Runs all steps immediately, as a promise. */
// oxlint-disable-next-line typescript/require-await -- an error in a step is a rejection, as in slices
export const atOnce: RunInSlices = async (steps) => runAtOnce(steps);
