import type { Places } from '../../kernel/places.ts';
import type { After } from '../../kernel/timers.ts';
import { type WaitQuery, type WaitResult, watchUntil } from '../../kernel/wait-until.ts';
import { tooManyLongPolls } from '../problems/refusals.ts';

/** Minimum time between two searches of a wait, however much arrives. Milliseconds. */
const BREATH = 10;

/** Maximum number of matching things that a wait returns. */
export const MOST_FOUND = 100;

/** Maximum number of other things that it returns: enough to see what was wrong. */
const MOST_OTHERS = 10;

/**
 * Waits until enough things match: searches at once, since a wait often starts after the call that it waits for, and after
 * every change.
 */
export const awaitFound = async <Item>(
  {
    organization,
    after,
    longPolls,
  }: {
    readonly organization: string;
    readonly after: After;
    /** Limits how many calls of an organization wait at the same time. */
    readonly longPolls: Places;
  },
  { count, timeout, whenGone }: Omit<WaitQuery<unknown>, 'criteria'>,
  {
    search,
    listen,
  }: {
    /** What matches at the moment, oldest first. */
    readonly search: () => Promise<readonly Item[]>;
    /** Subscribes to changes, and to the end of the server or the sandbox; returns a function that unsubscribes. */
    readonly listen: (hear: (news: 'changed' | 'closed') => void) => () => void;
  },
): Promise<Omit<WaitResult<Item, never>, 'others'>> => {
  const leave = longPolls.take(organization);
  if (leave === undefined) throw tooManyLongPolls(longPolls.limit);
  let found: readonly Item[] = [];
  try {
    const ended = await watchUntil<readonly Item[], 'met' | 'closed'>(
      { timeout, whenGone, after, pause: BREATH },
      {
        look: async () => (found = await search()),
        judge: ({ length }, end) => {
          if (length >= count) end('met');
        },
        listen: (changed, end) =>
          listen((news) => {
            if (news === 'closed') end('closed');
            else changed();
          }),
      },
    );
    // A short wait must not miss what came since the latest search.
    if (ended === 'timeout') found = await search();
    return { kind: ended === 'timeout' && found.length >= count ? 'met' : ended, found };
  } finally {
    leave();
  }
};

/** The newest things that do not match, oldest first. */
export const othersAmong = <Item, Other>(
  newestFirst: Iterable<Item>,
  toOther: (item: Item) => Other | undefined,
): Other[] => {
  const others: Other[] = [];
  for (const item of newestFirst) {
    const other = toOther(item);
    if (other !== undefined) others.push(other);
    if (others.length === MOST_OTHERS) break;
  }
  return others.reverse();
};
