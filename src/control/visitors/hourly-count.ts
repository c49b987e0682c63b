import { type Counters, HOUR, toSeconds } from '../../engine/rate-limiting/counters.ts';

/** Counts what each address gets within an hour, and refuses more: `seconds` is the time until it may have another one. */
export const createHourlyCount = (
  counters: Counters,
  name: string,
  most: number,
  refuse: (most: number, seconds: number) => Error,
) => {
  const byAddress = counters({ name, limit: most, window: HOUR });
  return {
    /** Counts one; throws if the address has had all that it may have. */
    add: async (address: string): Promise<void> => {
      const wait = await byAddress.take(address);
      if (wait !== undefined) throw refuse(most, toSeconds(wait));
    },
    /** Takes one back, for what then failed. */
    giveBack: async (address: string): Promise<void> => {
      await byAddress.giveBack(address);
    },
  };
};

export type HourlyCount = ReturnType<typeof createHourlyCount>;
