import type { MemoryGuard } from '../../kernel/memory-account.ts';

/** Bytes of request bodies and large responses that the server holds in memory at once. */
export interface BodyBudget {
  /** A share for the body of one request. `holder` is the caller, or the address of a stranger. */
  readonly open: (holder: string) => BodyShare;
}

export interface BodyShare {
  /** Counts the body with this size; false if there is no room, and then nothing changes. */
  readonly growTo: (bytes: number) => boolean;
  readonly release: () => void;
}

/** Bodies up to this size have room of their own: uploads and imports never keep an ordinary request out. */
const SMALL = 65_536;

/** Part of the budget that is reserved for small bodies. */
const FOR_SMALL = 1 / 4;

/**
 * Refuses bodies beyond the budget instead of keeping them waiting: waiting bodies would need memory too. A single body
 * always fits, since its size is limited elsewhere.
 */
export const createBodyBudget = ({
  total,
  perHolder,
  memory,
}: {
  /** Bytes of all bodies together. */
  readonly total: number;
  /** Bytes of the bodies of one holder. */
  readonly perHolder: number;
  /** Asked for large bodies. If omitted, they are limited by their sizes alone. */
  readonly memory?: MemoryGuard | undefined;
}): BodyBudget => {
  const small = new Pool(total * FOR_SMALL, perHolder * FOR_SMALL);
  const large = new Pool(total * (1 - FOR_SMALL), perHolder * (1 - FOR_SMALL), memory);
  return { open: (holder) => new Share(small, large, holder) };
};

/** A class, and one without closures: every request with a body has one. */
class Share implements BodyShare {
  readonly #small: Pool;
  readonly #large: Pool;
  readonly #holder: string;
  #pool: Pool;
  #held = 0;

  constructor(small: Pool, large: Pool, holder: string) {
    this.#small = small;
    this.#large = large;
    this.#holder = holder;
    this.#pool = small;
  }

  growTo(bytes: number): boolean {
    const wanted = bytes > SMALL ? this.#large : this.#small;
    if (!wanted.take(this.#holder, wanted === this.#pool ? this.#held : 0, bytes)) return false;
    if (wanted !== this.#pool) this.#pool.giveBack(this.#holder, this.#held);
    this.#pool = wanted;
    this.#held = bytes;
    return true;
  }

  release(): void {
    this.#pool.giveBack(this.#holder, this.#held);
    this.#held = 0;
  }
}

/** Holders without a body that a pool remembers: entries that come and go would make its map grow and shrink. */
const MOST_IDLE = 100;

class Pool {
  readonly #size: number;
  readonly #share: number;
  readonly #memory: MemoryGuard | undefined;
  readonly #byHolder = new Map<string, number>();
  #used = 0;

  constructor(size: number, share: number, memory?: MemoryGuard) {
    this.#size = size;
    this.#share = share;
    this.#memory = memory;
  }

  /** `held` is what the same body has taken before. */
  take(holder: string, held: number, bytes: number): boolean {
    const own = this.#byHolder.get(holder) ?? 0;
    if (!fits(this.#used - held, bytes, this.#size) || !fits(own - held, bytes, this.#share)) return false;
    // What is announced may not have arrived yet, so that no look can see it.
    if (isLookDue(held, bytes) && this.#memory?.hasRoomFor(this.#used - held + bytes) === false) return false;
    this.#set(holder, own, bytes - held);
    return true;
  }

  giveBack(holder: string, bytes: number): void {
    if (bytes > 0) this.#set(holder, this.#byHolder.get(holder) ?? 0, -bytes);
  }

  #set(holder: string, own: number, more: number): void {
    this.#used += more;
    if (own + more > 0 || this.#byHolder.size <= MOST_IDLE) this.#byHolder.set(holder, own + more);
    else this.#byHolder.delete(holder);
  }
}

/** Bytes that a body without Content-Length grows between two looks at the memory. */
const PER_LOOK = 1_048_576;

const isLookDue = (held: number, bytes: number): boolean =>
  held === 0 || Math.floor(held / PER_LOOK) < Math.floor(bytes / PER_LOOK);

const fits = (others: number, bytes: number, room: number): boolean => others === 0 || others + bytes <= room;
