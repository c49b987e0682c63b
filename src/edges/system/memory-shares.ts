const MEBIBYTE = 1_048_576;

/** What is kept or held for tenants, and the part that each kind may take. They add up to one at most. */
const SHARES = {
  /** Sandboxes in memory: records, uploads and snapshots. */
  records: 0.44,
  journal: 0.08,
  /** With the control calls that are noted for capsules. */
  recordings: 0.08,
  /** Of inboxes. */
  messages: 0.05,
  /** Of events, for listeners that come again. */
  streams: 0.05,
  /** Of requests in progress, and large responses. */
  bodies: 0.22,
  /** To take their steps back. */
  shows: 0.05,
};

/** Bytes that all tenants may have of each kind. */
export type MemoryShares = Readonly<Record<keyof typeof SHARES, number>>;

/** At most so much of it is on the heap: bodies, uploads and the steps of shows are beside it. */
const ON_HEAP = 2 / 3;

export interface MemoryLimits {
  /** Bytes that V8 allows the old generation of its heap. */
  readonly heapLimit: number;
  /** Bytes that the container or the operator allows the process; undefined if only the heap counts. */
  readonly processLimit: number | undefined;
}

/** Part of a limit beyond which nothing large is taken in: V8 would collect garbage most of the time. */
export const MOST_OF_LIMIT = 0.85;

/** Bytes of the heap for the program, and for what a request needs while it is answered. */
const HEAP_RESERVE = 64 * MEBIBYTE;

/** Bytes of the process for the same and for a worker at its limit. */
const PROCESS_RESERVE = 192 * MEBIBYTE;

/** Too little memory for the program itself still leaves tenants something to try it with. */
const LEAST = 32 * MEBIBYTE;

export const shareMemory = ({ heapLimit, processLimit = Infinity }: MemoryLimits): MemoryShares => {
  const heap = MOST_OF_LIMIT * heapLimit - HEAP_RESERVE;
  const all = Math.max(Math.min(MOST_OF_LIMIT * processLimit - PROCESS_RESERVE, heap / ON_HEAP), LEAST);
  return Object.fromEntries(
    Object.entries(SHARES).map(([kind, part]) => [kind, Math.floor(part * all)]),
  ) as unknown as MemoryShares;
};
