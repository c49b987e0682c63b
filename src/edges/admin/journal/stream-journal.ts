import type { Journal } from '../../../engine/journal/journal.ts';
import { createLiveJournal } from '../../../engine/journal/live-journal.ts';
import type { Redactor } from '../../../engine/journal/redactor.ts';
import type { After } from '../../../engine/ports/ports.ts';
import { plainProblem } from '../../../engine/problems/problem.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';

export interface StreamParts {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Redactor;
  readonly after: After;
}

/** Of one organization at the same time. */
const MOST_LISTENERS = 10;

/** What happens in the caller's sandbox, as it happens. */
export const streamJournal = ({ journal, redactor, after }: StreamParts): Behaviour => {
  const listening = new Map<string, number>();
  return ({ caller, input }) => {
    const organization = caller?.organization?.uuid;
    const key = organization ?? '';
    const count = listening.get(key) ?? 0;
    if (count >= MOST_LISTENERS)
      throw plainProblem(429, {
        detail: `${String(MOST_LISTENERS)} listeners follow this sandbox, which is the maximum: close one of them.`,
      });
    listening.set(key, count + 1);
    const { 'last-event-id': last } = input.parameters.header as { readonly 'last-event-id'?: string };
    const pieces = createLiveJournal(journal.of(organization), {
      redactor,
      after,
      lastPosition: last === undefined ? undefined : Number(last),
      ended: () => {
        const left = (listening.get(key) ?? 1) - 1;
        if (left === 0) listening.delete(key);
        else listening.set(key, left);
      },
    });
    return {
      status: 200,
      // Some proxies collect what they pass on, until there is enough of it.
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      live: { mediaType: 'text/event-stream', pieces },
    };
  };
};
