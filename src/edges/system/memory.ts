import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { MemoryGuard } from '../../kernel/memory-account.ts';

const MEBIBYTE = 1_048_576;

/** What is kept or held for tenants, and the part that each kind may take. They add up to one at most. */
export const MEMORY_SHARES = {
  records: { part: 0.44, what: 'records, uploads and snapshots of sandboxes in memory' },
  journal: { part: 0.08, what: 'requests in the journal' },
  recordings: { part: 0.08, what: 'recordings, and control calls that are noted for capsules' },
  messages: { part: 0.05, what: 'messages of inboxes' },
  streams: { part: 0.05, what: 'events for listeners that come again' },
  bodies: { part: 0.22, what: 'bodies of requests in progress, and large responses' },
  shows: { part: 0.05, what: 'what takes steps of shows back' },
};

/** Bytes that all tenants may have of each kind. */
export type MemoryShares = Readonly<Record<keyof typeof MEMORY_SHARES, number>>;

/** At most so much of it is on the heap: bodies, uploads and the steps of shows are beside it. */
const ON_HEAP = 2 / 3;

interface MemoryLimits {
  /** Bytes that V8 allows the old generation of its heap. */
  readonly heapLimit: number;
  /** Bytes that the container or the operator allows the process; undefined if only the heap counts. */
  readonly processLimit: number | undefined;
}

/** Part of a limit beyond which nothing large is taken in: V8 would collect garbage most of the time. */
const MOST_OF_LIMIT = 0.85;

/** Bytes of the heap for the program, and for what a request needs while it is answered. */
const HEAP_RESERVE = 64 * MEBIBYTE;

/** Bytes of the process for the same and for a worker at its limit. */
const PROCESS_RESERVE = 208 * MEBIBYTE;

/** Too little memory for the program itself still leaves tenants something to try it with. */
const LEAST = 32 * MEBIBYTE;

export const shareMemory = ({ heapLimit, processLimit = Infinity }: MemoryLimits): MemoryShares => {
  const heap = MOST_OF_LIMIT * heapLimit - HEAP_RESERVE;
  const all = Math.max(Math.min(MOST_OF_LIMIT * processLimit - PROCESS_RESERVE, heap / ON_HEAP), LEAST);
  return Object.fromEntries(
    Object.entries(MEMORY_SHARES).map(([kind, { part }]) => [kind, Math.floor(part * all)]),
  ) as unknown as MemoryShares;
};

/** Bytes that the process has. */
interface MemoryReading {
  /** In the memory of the machine: heap, buffers, code and stacks. */
  readonly resident: number;
  readonly heapUsed: number;
  /** The heap with what V8 keeps free for later. */
  readonly heapTotal: number;
}

/** A look costs about 20 microseconds: for large work only. */
export const createMemoryGuard = ({
  look,
  heapLimit,
  processLimit = Infinity,
}: MemoryLimits & {
  readonly look: () => MemoryReading;
}): MemoryGuard => ({
  hasRoomFor: (bytes) => {
    const { resident, heapUsed, heapTotal } = look();
    const used = resident - Math.max(0, heapTotal - heapUsed);
    return heapUsed + bytes < MOST_OF_LIMIT * heapLimit && used + bytes < MOST_OF_LIMIT * processLimit;
  },
});

/** Mebibytes of a semi-space unless a flag says otherwise. */
const SEMI_SPACE = 64;
/** The young generation has three: two for new objects, one of large ones. */
const SEMI_SPACES = 3;
const SEMI_SPACE_FLAG = /--max[-_]semi[-_]space[-_]size[= ](\d+)/;

/** Bytes that V8 allows the old generation: its limit includes the young one, which holds nothing for long. */
export const readHeapLimit = (): number => {
  const flags = [process.env['NODE_OPTIONS'] ?? '', ...process.execArgv].join(' ');
  const young = SEMI_SPACES * Number(SEMI_SPACE_FLAG.exec(flags)?.[1] ?? SEMI_SPACE) * 1_048_576;
  return getHeapStatistics().heap_size_limit - young;
};

/** Bytes that the container allows the process, or the machine has. */
export const readProcessLimit = (): number => {
  const constrained = process.constrainedMemory();
  const all = totalmem();
  // Without a container, Node returns 0 or more than there is.
  return constrained > 0 && constrained < all ? constrained : all;
};

export const readMemory = (): MemoryReading => {
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  return { resident: rss, heapUsed, heapTotal };
};
