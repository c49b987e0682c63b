import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { MemoryReading } from './memory-guard.ts';

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
