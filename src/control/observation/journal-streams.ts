import type { Journal } from '../../engine/journal/journal.ts';
import { createLiveJournal } from '../../engine/journal/live-journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { After } from '../../kernel/timers.ts';
import { plainProblem } from '../../engine/problems/problem.ts';

/** Streams the journal of an organization's sandbox as server-sent events, from the given position. */
export type FollowJournal = (
  organization: string | undefined,
  lastPosition: number | undefined,
) => AsyncIterable<string>;

export interface JournalStreamParts {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Redactor;
  readonly after: After;
}

/** Maximum concurrent listeners per organization. */
const MOST_LISTENERS = 10;

export const createJournalStreams = ({ journal, redactor, after }: JournalStreamParts): FollowJournal => {
  const listening = new Map<string, number>();
  return (organization, lastPosition) => {
    const key = organization ?? '';
    const count = listening.get(key) ?? 0;
    if (count >= MOST_LISTENERS)
      throw plainProblem(429, {
        detail: `${String(MOST_LISTENERS)} listeners follow this sandbox, which is the maximum: close one of them.`,
      });
    listening.set(key, count + 1);
    return createLiveJournal(journal.of(organization), {
      redactor,
      after,
      lastPosition,
      ended: () => {
        const left = (listening.get(key) ?? 1) - 1;
        if (left === 0) listening.delete(key);
        else listening.set(key, left);
      },
    });
  };
};
