import { type Counters, HOUR, toSeconds } from '../../engine/rate-limiting/counters.ts';

/** Counts what each address gets within an hour, and refuses more. */
export type HourlyCount = ReturnType<typeof createHourlyCount>;

interface HourlyCountParts {
  readonly counters: Counters;
  readonly name: string;
  readonly most: number;
  /** `seconds` is the time until the address may have another one. */
  readonly refuse: (most: number, seconds: number) => Error;
}

export const createHourlyCount = ({ counters, name, most, refuse }: HourlyCountParts) => {
  const byAddress = counters({ name, limit: most, window: HOUR });
  return {
    /** Counts one; throws if the address has had all that it may have. */
    add: async (address: string) => {
      const wait = await byAddress.take(address);
      if (wait !== undefined) throw refuse(most, toSeconds(wait));
    },
    /** Takes one back, for what then failed. */
    giveBack: async (address: string) => {
      await byAddress.giveBack(address);
    },
  };
};
