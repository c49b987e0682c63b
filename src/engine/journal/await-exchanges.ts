import { type Deadline, type WaitResult, waitUntil } from '../../kernel/wait-until.ts';
import type { Difference } from '../matching/difference.ts';
import type { Matcher } from './criteria.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalView } from './journal.ts';

/** An exchange that did not match, and the first criterion that it does not meet. */
export interface Other {
  readonly entry: JournalEntry;
  readonly difference: Difference;
}

export interface AwaitOptions extends Deadline {
  readonly matcher: Matcher;
  readonly count: number;
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
  { matcher, count, ...deadline }: AwaitOptions,
): Promise<WaitResult<JournalEntry, Other>> => {
  const found = [...matching(view, matcher)];
  if (found.length >= count) return { kind: 'met', found, others: [] };
  const kind = await waitUntil<'met' | 'closed'>(deadline, ({ end }) =>
    view.listen((news) => {
      if (news.kind === 'closed') end('closed');
      // The journal was cleared: earlier matches no longer count.
      if (news.kind === 'forgotten') found.length = 0;
      if (news.kind !== 'exchange' || matcher.differenceOf(news.entry) !== undefined) return;
      found.push(news.entry);
      if (found.length >= count) end('met');
    }),
  );
  return { kind, found, others: kind === 'timeout' ? othersOf(view, matcher) : [] };
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
