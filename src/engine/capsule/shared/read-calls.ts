import type { Steps } from '../../../kernel/time-slices.ts';
import type { EntryForm } from '../../journal/shared/entry-text.ts';
import type { Recorded } from '../recording.ts';
import { type PlacedCall, fromRecordedText } from './recorded-text.ts';
import type { RecordingTable, StoredCall } from './recording-table.ts';

/** All calls of a recording. */
export const readCalls = async (
  { callsAfter }: Pick<RecordingTable, 'callsAfter'>,
  id: string,
): Promise<readonly StoredCall[]> => {
  const calls: StoredCall[] = [];
  for (;;) {
    const { origin, number } = calls.at(-1) ?? { origin: '', number: 0 };
    const more = await callsAfter(id, { origin, number });
    if (more.length === 0) return calls;
    calls.push(...more);
  }
};

/** By position; equal ones, of processes that did not know of each other, by their origins. */
export function* inOrder(calls: readonly StoredCall[], form: EntryForm): Steps<readonly Recorded[]> {
  const placed: PlacedCall[] = [];
  for (const { text } of calls) {
    placed.push(fromRecordedText(text, form));
    yield;
  }
  return placed.sort((a, b) => a.position - b.position).map(({ recorded }) => recorded);
}

/** Whether a process did not write calls between others, as the database was away for too long. */
export const hasGap = (calls: readonly StoredCall[]): boolean => {
  const counts = new Map<string, { found: number; last: number }>();
  for (const { origin, nth } of calls) {
    const { found, last } = counts.get(origin) ?? { found: 0, last: 0 };
    counts.set(origin, { found: found + 1, last: Math.max(last, nth) });
  }
  return [...counts.values()].some(({ found, last }) => found < last);
};

/**
 * The processes that have not written all that they answered since a beginning. `lost` and `begun` are the numbers of the
 * last records of processes: of those that have not arrived, and of all at the beginning.
 */
export const behindIn = (lost: ReadonlyMap<string, number>, begun: ReadonlyMap<string, number>): readonly string[] =>
  [...lost].filter(([origin, number]) => number > (begun.get(origin) ?? 0)).map(([origin]) => origin);
