/** Wall-clock time source of the replay: set to the recorded machine time of each call. */
export interface ReplayClock {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly set: (instant: number) => void;
}

export const createReplayClock = (): ReplayClock => {
  let instant = 0;
  let readings = 0;
  return {
    now: () => instant,
    elapsed: () => ++readings,
    set: (to) => {
      instant = to;
    },
  };
};
