import type { After } from '../../kernel/timers.ts';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { Difference } from '../matching/difference.ts';
import type { Matcher } from './criteria.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalView } from './journal.ts';

/** Result of a wait. */
export type Awaited =
  | { readonly kind: 'met'; readonly entries: readonly JournalEntry[] }
  /** The timeout expired, or the server is shutting down. */
  | { readonly kind: 'timeout' | 'closed'; readonly met: readonly JournalEntry[]; readonly others: readonly Other[] }
  | { readonly kind: 'gone' };

/** An exchange that did not match, and the first criterion that it does not meet. */
export interface Other {
  readonly entry: JournalEntry;
  readonly difference: Difference;
}

export interface AwaitOptions {
  readonly matcher: Matcher;
  readonly count: number;
  /** Milliseconds of real time. */
  readonly timeout: number;
  /** Registers a task to run when the waiting client disconnects. */
  readonly whenGone?: ((task: () => void) => void) | undefined;
}

/** Maximum number of other exchanges reported: enough to see what was wrong. */
const MOST_LISTED = 10;

/** All matching entries, oldest first. */
export const matching = (view: JournalView, { differenceOf }: Matcher): readonly JournalEntry[] =>
  view
    .newestFirst()
    .filter((entry) => differenceOf(entry) === undefined)
    .reverse();

/**
 * Waits until enough exchanges match the criteria. Those already in the journal count, since the wait often starts
 * after the client's call.
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
      // The journal was cleared: earlier matches no longer count.
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

/** The newest exchanges that do not match, oldest first. */
const othersOf = (view: JournalView, { differenceOf }: Matcher): readonly Other[] => {
  const others: Other[] = [];
  for (const entry of view.newestFirst()) {
    const difference = differenceOf(entry);
    if (difference !== undefined) others.push({ entry, difference });
    if (others.length === MOST_LISTED) break;
  }
  return others.reverse();
};
