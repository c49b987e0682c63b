import { type Places, inPlace } from '../../kernel/places.ts';
import { tooManyLongPolls } from '../problems/refusals.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { WaitQuery, WaitResult } from '../../kernel/wait-until.ts';
import type { Contract } from '../contract/contract.ts';
import type { After } from '../../kernel/timers.ts';
import type { Difference } from '../matching/difference.ts';
import { type Other, awaitExchanges, matching } from './await-exchanges.ts';
import { type Criteria, toMatcher } from './criteria.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Redactor } from './redactor.ts';
import type { ShownSummary, ShownExchange } from './shown-exchange.ts';

/**
 * Queries for the journal of an organization; `organization` is undefined for an unknown caller. All results are
 * redacted.
 */
export interface JournalQueries {
  /** The newest ones, newest first. */
  readonly list: (organization: string | undefined, criteria: Criteria, limit: number) => Promise<ShownSummary[]>;
  /** The newest ones, oldest first. */
  readonly find: (organization: string | undefined, criteria: Criteria, limit: number) => Promise<ShownExchange[]>;
  readonly count: (organization: string | undefined, criteria: Criteria) => Promise<number>;
  readonly await: (organization: string | undefined, options: WaitQuery<Criteria>) => Promise<AwaitOutcome>;
}

export type AwaitOutcome = WaitResult<ShownExchange, UnmatchedExchange>;

interface UnmatchedExchange extends Pick<
  ShownSummary,
  'id' | 'receivedAt' | 'method' | 'path' | 'operationId' | 'clientId' | 'status'
> {
  /** The first criterion that is not met. */
  readonly difference: Difference;
}

interface JournalQueriesParts {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Redactor;
  readonly contract: Pick<Contract, 'operations'>;
  readonly after: After;
  /** The pauses of a query: a thousand exchanges take long to redact. */
  readonly pauses: () => Pause;
  /** Limits how many calls of an organization wait at the same time. */
  readonly longPolls: Places;
}

/** Maximum number of matching exchanges returned. */
const MOST_FOUND = 100;

export const createJournalQueries = (parts: JournalQueriesParts): JournalQueries => {
  const { journal, redactor, after, pauses, longPolls } = parts;
  const toUnmatchedExchange = ({ entry, difference }: Other): UnmatchedExchange => {
    const { id, receivedAt, method, path, operationId, clientId, status } = redactor.identify(entry);
    return { id, receivedAt, method, path, operationId, clientId, status, difference };
  };

  const mapInSlices = async <Shown>(
    entries: readonly JournalEntry[],
    show: (entry: JournalEntry) => Shown,
  ): Promise<Shown[]> => {
    const pause = pauses();
    const shown: Shown[] = [];
    for (const entry of entries) {
      shown.push(show(entry));
      await pause();
    }
    return shown;
  };

  const find = async (organization: string | undefined, criteria: Criteria) => {
    const view = journal.of(organization);
    const matcher = await toMatcher(criteria, view, parts);
    return matching(view.newestFirst().toReversed(), matcher, pauses());
  };

  return {
    list: async (organization, criteria, limit) =>
      mapInSlices((await find(organization, criteria)).toReversed().slice(0, limit), redactor.summarize),
    find: async (organization, criteria, limit) =>
      mapInSlices((await find(organization, criteria)).slice(-limit), redactor.show),
    count: async (organization, criteria) => (await find(organization, criteria)).length,
    await: async (organization, { criteria, ...options }) => {
      const view = journal.of(organization);
      const matcher = await toMatcher(criteria, view, parts);
      const { kind, found, others } = await inPlace(longPolls, organization ?? '', {
        task: () => awaitExchanges(view, { matcher, ...options, after, pause: pauses() }),
        refuse: tooManyLongPolls,
      });
      const shown = await mapInSlices(found.slice(-MOST_FOUND), redactor.show);
      return { kind, found: shown, others: others.map(toUnmatchedExchange) };
    },
  };
};
