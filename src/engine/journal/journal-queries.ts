import type { Contract } from '../contract/contract.ts';
import type { After } from '../../kernel/timers.ts';
import { plainProblem } from '../problems/problem.ts';
import { type Awaited, awaitExchanges, matching } from './await-exchanges.ts';
import { type Criteria, toMatcher } from './criteria.ts';
import type { Journal } from './journal.ts';
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
  readonly await: (organization: string | undefined, options: AwaitQuery) => Promise<AwaitOutcome>;
}

export interface AwaitQuery {
  readonly criteria: Criteria;
  readonly count: number;
  /** Milliseconds of real time. */
  readonly timeout: number;
  readonly whenGone?: ((task: () => void) => void) | undefined;
}

export interface AwaitOutcome {
  readonly kind: Awaited['kind'];
  /** Matching exchanges, oldest first. */
  readonly found: readonly ShownExchange[];
  /** Exchanges that did not match, oldest first. */
  readonly others: readonly UnmatchedExchange[];
}

export interface UnmatchedExchange extends Pick<
  ShownSummary,
  'id' | 'receivedAt' | 'method' | 'path' | 'operationId' | 'clientId' | 'status'
> {
  /** The first criterion that is not met. */
  readonly difference: { readonly at: string; readonly expected: string; readonly actual: string };
}

export interface JournalQueriesParts {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Redactor;
  readonly contract: Pick<Contract, 'operations'>;
  readonly after: After;
}

/** Maximum number of concurrent waits per organization. */
const MOST_WAITING = 20;

/** Maximum number of matching exchanges returned. */
const MOST_FOUND = 100;

export const createJournalQueries = (parts: JournalQueriesParts): JournalQueries => {
  const { journal, redactor, after } = parts;
  const waiting = new Map<string, number>();

  const enter = (organization: string): (() => void) => {
    const count = waiting.get(organization) ?? 0;
    if (count >= MOST_WAITING)
      throw plainProblem(429, {
        detail: `${String(MOST_WAITING)} calls are already waiting for requests of this sandbox, which is the maximum: retry when one has returned.`,
      });
    waiting.set(organization, count + 1);
    return () => {
      const left = (waiting.get(organization) ?? 1) - 1;
      if (left === 0) waiting.delete(organization);
      else waiting.set(organization, left);
    };
  };

  const toOutcome = (awaited: Awaited): AwaitOutcome => {
    const { kind } = awaited;
    if (kind === 'gone') return { kind, found: [], others: [] };
    const entries = kind === 'met' ? awaited.entries : awaited.met;
    return {
      kind,
      found: entries.slice(-MOST_FOUND).map(redactor.show),
      others:
        kind === 'met'
          ? []
          : awaited.others.map(({ entry, difference }) => {
              const { id, receivedAt, method, path, operationId, clientId, status } = redactor.summarize(entry);
              return { id, receivedAt, method, path, operationId, clientId, status, difference };
            }),
    };
  };

  const find = async (organization: string | undefined, criteria: Criteria) => {
    const view = journal.of(organization);
    return matching(view, await toMatcher(criteria, view, parts));
  };

  return {
    list: async (organization, criteria, limit) =>
      (await find(organization, criteria)).toReversed().slice(0, limit).map(redactor.summarize),
    find: async (organization, criteria, limit) =>
      (await find(organization, criteria)).slice(-limit).map(redactor.show),
    count: async (organization, criteria) => (await find(organization, criteria)).length,
    await: async (organization, { criteria, ...options }) => {
      const view = journal.of(organization);
      const matcher = await toMatcher(criteria, view, parts);
      const leave = enter(organization ?? '');
      try {
        return toOutcome(await awaitExchanges(view, { matcher, ...options }, after));
      } finally {
        leave();
      }
    },
  };
};
