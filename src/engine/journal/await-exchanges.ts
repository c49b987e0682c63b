import type { After } from '../../kernel/timers.ts';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { Difference } from '../matching/difference.ts';
import type { Matcher } from './criteria.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalView } from './journal.ts';

/** What came of waiting. */
export type Awaited =
  | { readonly kind: 'met'; readonly entries: readonly JournalEntry[] }
  /** The time is over, or the server is going down. */
  | { readonly kind: 'timeout' | 'closed'; readonly met: readonly JournalEntry[]; readonly others: readonly Other[] }
  | { readonly kind: 'gone' };

/** An exchange that came instead, and the first criterion that it does not meet. */
export interface Other {
  readonly entry: JournalEntry;
  readonly difference: Difference;
}

export interface AwaitOptions {
  readonly matcher: Matcher;
  readonly count: number;
  /** Milliseconds of real time. */
  readonly timeout: number;
  /** Does something when whoever waits is gone. */
  readonly whenGone?: ((task: () => void) => void) | undefined;
}

/** So many of what came instead are told: enough to see what was wrong. */
const TOLD = 10;

/** Oldest first. */
export const matching = (view: JournalView, { differenceOf }: Matcher): readonly JournalEntry[] =>
  view
    .newestFirst()
    .filter((entry) => differenceOf(entry) === undefined)
    .reverse();

/**
 * Waits until so many exchanges have come that meet the criteria. Those that are in the journal already count: whoever
 * waits often begins to after the client has called.
 */
export const awaitExchanges = async (
  view: JournalView,
  { matcher, count, timeout, whenGone }: AwaitOptions,
  after: After,
): Promise<Awaited> => {
  const met = [...matching(view, matcher)];
  if (met.length >= count) return { kind: 'met', entries: met };
  const kind = await waitUntil<'met' | 'closed'>({ timeout, after, whenGone }, ({ end }) =>
    view.listen((news) => {
      if (news.kind === 'closed') end('closed');
      // The journal was emptied: what came before does not count any more.
      if (news.kind === 'forgotten') met.length = 0;
      if (news.kind !== 'exchange' || matcher.differenceOf(news.entry) !== undefined) return;
      met.push(news.entry);
      if (met.length >= count) end('met');
    }),
  );
  switch (kind) {
    case 'met':
      return { kind, entries: met };
    case 'gone':
      return { kind };
    default:
      return { kind, met, others: kind === 'timeout' ? othersOf(view, matcher) : [] };
  }
};

/** The newest exchanges that are not what was waited for, oldest first. */
const othersOf = (view: JournalView, { differenceOf }: Matcher): readonly Other[] => {
  const others: Other[] = [];
  for (const entry of view.newestFirst()) {
    const difference = differenceOf(entry);
    if (difference !== undefined) others.push({ entry, difference });
    if (others.length === TOLD) break;
  }
  return others.reverse();
};
