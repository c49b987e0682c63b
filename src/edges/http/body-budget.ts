/** Bytes of request bodies that the server holds in memory at once. */
export interface BodyBudget {
  /** A share for the body of one request. `holder` is the caller, or the address of a stranger. */
  readonly open: (holder: string) => BodyShare;
}

export interface BodyShare {
  /** Counts the body with this size; false if there is no room, and then nothing changes. */
  readonly growTo: (bytes: number) => boolean;
  readonly release: () => void;
}

export interface BodyBudgetSizes {
  /** Bytes of all bodies together. */
  readonly total: number;
  /** Bytes of the bodies of one holder. */
  readonly perHolder: number;
}

/** Bodies up to this size have room of their own: uploads and imports never keep an ordinary request out. */
const SMALL = 65_536;

/** Part of the budget that is reserved for small bodies. */
const FOR_SMALL = 1 / 4;

/**
 * Refuses bodies beyond the budget instead of keeping them waiting: waiting bodies would need memory too. A single body
 * always fits, since its size is limited elsewhere.
 */
export const createBodyBudget = ({ total, perHolder }: BodyBudgetSizes): BodyBudget => {
  const small = createPool(total * FOR_SMALL, perHolder * FOR_SMALL);
  const large = createPool(total * (1 - FOR_SMALL), perHolder * (1 - FOR_SMALL));
  return {
    open: (holder) => {
      let pool = small;
      let held = 0;
      return {
        growTo: (bytes) => {
          const wanted = bytes > SMALL ? large : small;
          if (!wanted.take(holder, wanted === pool ? held : 0, bytes)) return false;
          if (wanted !== pool) pool.giveBack(holder, held);
          pool = wanted;
          held = bytes;
          return true;
        },
        release: () => {
          pool.giveBack(holder, held);
          held = 0;
        },
      };
    },
  };
};

interface Pool {
  /** `held` is what the same body has taken before. */
  readonly take: (holder: string, held: number, bytes: number) => boolean;
  readonly giveBack: (holder: string, bytes: number) => void;
}

const createPool = (size: number, share: number): Pool => {
  const byHolder = new Map<string, number>();
  let used = 0;
  const add = (holder: string, own: number, bytes: number): void => {
    used += bytes;
    if (own + bytes > 0) byHolder.set(holder, own + bytes);
    else byHolder.delete(holder);
  };
  return {
    take: (holder, held, bytes) => {
      const own = byHolder.get(holder) ?? 0;
      if (!fits(used - held, bytes, size) || !fits(own - held, bytes, share)) return false;
      add(holder, own, bytes - held);
      return true;
    },
    giveBack: (holder, bytes) => {
      if (bytes > 0) add(holder, byHolder.get(holder) ?? 0, -bytes);
    },
  };
};

const fits = (others: number, bytes: number, room: number): boolean => others === 0 || others + bytes <= room;
