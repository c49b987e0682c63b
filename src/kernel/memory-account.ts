/** Knows how much memory the process has left. Work that takes much of it asks first. */
export interface MemoryGuard {
  /** Whether there is room for so many bytes more. */
  readonly hasRoomFor: (bytes: number) => boolean;
}

export type MemoryAccount = ReturnType<typeof createMemoryAccount>;

/** Bytes of one kind that all tenants keep in memory, counted against one limit. */
export const createMemoryAccount = ({
  limit,
  share,
}: {
  readonly limit: number;
  /**
   * Most that one may have, in times of what is left. With 2, one alone has two thirds of the limit, and each of two has two
   * fifths: who has most is refused first, and something is left for the next (dynamic thresholds: Choudhury and Hahne,
   * 1998). Infinity where nobody has to be kept from others.
   */
  readonly share: number;
}) => {
  let used = 0;
  return {
    limit,
    /** Counts what somebody has more now, or less. */
    count: (more: number): void => {
      used += more;
    },
    /** Whether somebody who has `own` bytes may have so many more. */
    hasRoomFor: (own: number, more = 0): boolean => {
      const left = limit - used - more;
      return left >= 0 && (share === Infinity || own + more <= share * left);
    },
  };
};
