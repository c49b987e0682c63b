import { type Counters, HOUR, toSeconds } from '../../engine/rate-limiting/counters.ts';

/** Counts what each address gets within an hour, and refuses more. */
export interface HourlyCount {
  /** Counts one; throws if the address has had all that it may have. */
  readonly add: (address: string) => Promise<void>;
  /** Takes one back, for what then failed. */
  readonly giveBack: (address: string) => Promise<void>;
}

interface HourlyCountParts {
  readonly counters: Counters;
  readonly name: string;
  readonly most: number;
  /** `seconds` is the time until the address may have another one. */
  readonly refuse: (most: number, seconds: number) => Error;
}

export const createHourlyCount = ({ counters, name, most, refuse }: HourlyCountParts): HourlyCount => {
  const byAddress = counters({ name, limit: most, window: HOUR });
  return {
    add: async (address) => {
      const wait = await byAddress.take(address);
      if (wait !== undefined) throw refuse(most, toSeconds(wait));
    },
    giveBack: async (address) => {
      await byAddress.giveBack(address);
    },
  };
};
