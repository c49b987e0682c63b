import type { Key } from '../../engine/sandbox/store.ts';
import { deepFreeze } from './kept-json.ts';

export interface Entry {
  readonly id: string;
  readonly position: number;
  value: unknown;
  size: number;
  /** Whether the value is frozen. */
  isFrozen: boolean;
  /** All of them, where documents are kept elsewhere: they are written as a whole, an update names only what changes. */
  keys: readonly Key[] | undefined;
}

/**
 * The value for a reader. Frozen when it is first read, not when it is written: many documents are never read, and
 * freezing takes 3 % of the time of POST orders (Node 24, 2 cores).
 */
export const valueOf = (entry: Entry): unknown => {
  if (!entry.isFrozen) {
    deepFreeze(entry.value);
    entry.isFrozen = true;
  }
  return entry.value;
};

export const byPosition = (a: Entry, b: Entry): number => a.position - b.position;
