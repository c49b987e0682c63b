/** The machine's clock of the replay: it stands where the machine's stood at each call. */
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
