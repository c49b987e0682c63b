import { type Deadline, type WaitResult, waitUntil } from '../../kernel/wait-until.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Difference } from '../matching/condition.ts';
import type { Matcher } from './criteria.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalView } from './journal.ts';

/** An exchange that did not match, and the first criterion that it does not meet. */
export interface Other {
  readonly entry: JournalEntry;
  readonly difference: Difference;
}

interface AwaitOptions extends Deadline {
  readonly matcher: Matcher;
  readonly count: number;
  readonly pause: Pause;
}

/** Maximum number of other exchanges reported: enough to see what was wrong. */
const MOST_LISTED = 10;

/** The matching entries among some, in slices: each one is redacted before it is compared. */
export const matching = async (
  entries: readonly JournalEntry[],
  { differenceOf }: Matcher,
  pause: Pause,
): Promise<JournalEntry[]> => {
  const found: JournalEntry[] = [];
  for (const entry of entries) {
    if (differenceOf(entry) === undefined) found.push(entry);
    await pause();
  }
  return found;
};

/**
 * Waits until enough exchanges match the criteria. Those already in the journal count, since the wait often starts
 * after the client's call.
 */
export const awaitExchanges = async (
  view: JournalView,
  { matcher, count, pause, ...deadline }: AwaitOptions,
): Promise<WaitResult<JournalEntry, Other>> => {
  const comparing = matching(view.newestFirst().toReversed(), matcher, pause);
  /** Those already in the journal; without a value while they are being compared. */
  const former: { found?: readonly JournalEntry[] } = {};
  const added: JournalEntry[] = [];
  const ended = await waitUntil<'met' | 'closed'>(deadline, ({ end, fail }) => {
    const countAll = (): void => {
      if (former.found !== undefined && former.found.length + added.length >= count) end('met');
    };
    comparing.then((found) => {
      former.found ??= found;
      countAll();
    }, fail);
    return view.listen((news) => {
      if (news.kind === 'closed') end('closed');
      // The journal was cleared: earlier matches no longer count.
      if (news.kind === 'forgotten') {
        former.found = [];
        added.length = 0;
      }
      if (news.kind !== 'exchange' || matcher.differenceOf(news.entry, news) !== undefined) return;
      added.push(news.entry);
      countAll();
    });
  });
  const found = [...(former.found ?? (await comparing)), ...added];
  const kind = ended === 'timeout' && found.length >= count ? 'met' : ended;
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
