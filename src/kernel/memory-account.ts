/** Knows how much memory the process has left. Work that takes much of it asks first. */
export interface MemoryGuard {
  /** Whether there is room for so many bytes more. */
  readonly hasRoomFor: (bytes: number) => boolean;
}

/** Bytes of one kind that all tenants keep in memory, counted against one limit. */
export interface MemoryAccount {
  readonly limit: number;
  /** Counts what somebody has more now, or less. */
  readonly count: (more: number) => void;
  /** Whether somebody who has `own` bytes may have so many more. */
  readonly hasRoomFor: (own: number, more?: number) => boolean;
}

interface MemoryAccountParts {
  readonly limit: number;
  /**
   * Most that one may have, in times of what is left. With 2, one alone has two thirds of the limit, and each of two has two
   * fifths: who has most is refused first, and something is left for the next (dynamic thresholds: Choudhury and Hahne,
   * 1998). Infinity where nobody has to be kept from others.
   */
  readonly share: number;
}

export const createMemoryAccount = ({ limit, share }: MemoryAccountParts): MemoryAccount => {
  let used = 0;
  return {
    limit,
    count: (more) => {
      used += more;
    },
    hasRoomFor: (own, more = 0) => {
      const left = limit - used - more;
      return left >= 0 && (share === Infinity || own + more <= share * left);
    },
  };
};
