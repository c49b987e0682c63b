/** Long work in steps: at each `yield` other work may come in between. */
export type Steps<T> = Generator<void, T, void>;

/** Runs long work without keeping the event loop busy. */
export type RunInSlices = <T>(steps: Steps<T>) => Promise<T>;

/** Called between two parts of a long asynchronous work: a promise to wait for if its slice is over. */
export type Pause = () => Promise<void> | undefined;

export const NO_PAUSE: Pause = () => undefined;

/** Cuts long work into slices, of which one runs per turn of the event loop. */
export interface TimeSlices {
  readonly run: RunInSlices;
  /** The pauses of a work that begins now. */
  readonly pauses: () => Pause;
}

export interface TimeSlicesParts {
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Calls a task in a later turn of the event loop, after pending input and output. */
  readonly nextTurn: (task: () => void) => void;
}

/** Milliseconds of one slice: what a request may have to wait longer than otherwise. */
const SLICE = 10;

/**
 * Works in progress take turns, however many there are: ten of them make the server no slower for other requests than
 * one does.
 */
export const createTimeSlices = ({ elapsed, nextTurn }: TimeSlicesParts): TimeSlices => {
  const waiting: (() => void)[] = [];

  const turn = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) nextTurn(turn);
  };

  const nextSlice = (): Promise<void> =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) nextTurn(turn);
    });

  return {
    run: async (steps) => {
      await nextSlice();
      return runWith(pausesBetween(elapsed, nextSlice), steps);
    },
    pauses: () => pausesBetween(elapsed, nextSlice),
  };
};

/**
 * Pauses of works that others wait for: the next slice begins in the next turn of the event loop, without waiting for
 * the works that take turns.
 */
export const createPauses = ({ elapsed, nextTurn }: TimeSlicesParts): (() => Pause) => {
  const turn = (): Promise<void> => new Promise(nextTurn);
  return () => pausesBetween(elapsed, turn);
};

/** A pause after each slice. */
const pausesBetween = (elapsed: () => number, nextSlice: () => Promise<void>): Pause => {
  let end = elapsed() + SLICE;
  const begin = (): void => {
    end = elapsed() + SLICE;
  };
  return () => (elapsed() < end ? undefined : nextSlice().then(begin));
};

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
