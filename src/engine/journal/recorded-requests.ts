import type {
  AwaitTimeout,
  Exchange,
  Explanation,
  RequestCriteria,
  WholeExchange,
} from '../../generated/control-schemas.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import type { Places } from '../../kernel/places.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import type { WaitQuery, WaitResult } from '../../kernel/wait-until.ts';
import type { Contract } from '../contract/contract.ts';
import { problem } from '../problems/problem.ts';
import { MOST_FOUND, awaitFound, othersAmong } from './await-found.ts';
import { toMatcher } from './criteria.ts';
import { toHar } from './har.ts';
import { type JournalEntry, weightOfEntries } from './journal-entry.ts';
import { type Journal, JOURNAL_LIMITS, type JournalView } from './journal.ts';
import type { Redactor } from './redactor.ts';

/** The recorded requests that an organization may see; undefined if no client is known. All results are redacted. */
export const createRecordedRequests = (parts: {
  readonly journal: Pick<Journal, 'of' | 'forget'>;
  readonly redactor: Redactor;
  readonly contract: Pick<Contract, 'operations'>;
  /** Explains an exchange, without its secrets: `redact` takes them out. */
  readonly explain: (entry: JournalEntry, redact: <T>(value: T) => T) => Explanation;
  readonly version: string;
  readonly after: After;
  /** The pauses of a query: a thousand exchanges take long to redact. */
  readonly pauses: () => Pause;
  /** Limits how many calls of an organization wait at the same time. */
  readonly longPolls: Places;
}) => {
  const { journal, redactor, explain, version, after, pauses, longPolls } = parts;

  const entryOf = (organization: string | undefined, id: string): JournalEntry => {
    const entry = journal.of(organization).find(id);
    if (entry !== undefined) return entry;
    throw problem('not-found', {
      detail: `The journal has no exchange ${id} of the caller's organization; it keeps the latest ${JOURNAL_LIMITS.own.items.toLocaleString('en')}.`,
    });
  };

  /** Oldest first. */
  const search = async (
    organization: string | undefined,
    criteria: RequestCriteria,
  ): Promise<readonly JournalEntry[]> => {
    const view = journal.of(organization);
    return toSearched(view, await toMatcher(criteria, view, parts), pauses()).search();
  };

  const mapInSlices = async <T>(entries: readonly JournalEntry[], map: (entry: JournalEntry) => T): Promise<T[]> => {
    const pause = pauses();
    const mapped: T[] = [];
    for (const entry of entries) {
      mapped.push(map(entry));
      await pause();
    }
    return mapped;
  };

  /** The newest ones, oldest first. */
  const find = async (
    organization: string | undefined,
    criteria: RequestCriteria,
    limit: number,
  ): Promise<WholeExchange[]> => mapInSlices((await search(organization, criteria)).slice(-limit), redactor.show);

  const page = async (
    organization: string | undefined,
    criteria: RequestCriteria,
    wanted: PageWanted,
  ): Promise<{ readonly data: readonly Exchange[]; readonly total: number }> => {
    const { data, total } = onPage((await search(organization, criteria)).toReversed(), wanted);
    return { data: await mapInSlices(data, redactor.summarize), total };
  };

  return {
    page,
    find,
    count: async (organization: string | undefined, criteria: RequestCriteria): Promise<number> =>
      (await search(organization, criteria)).length,
    await: async (
      organization: string | undefined,
      { criteria, ...options }: WaitQuery<RequestCriteria>,
    ): Promise<WaitResult<WholeExchange, AwaitTimeout['cameInstead'][number]>> => {
      const view = journal.of(organization);
      const matcher = await toMatcher(criteria, view, parts);
      const place = { organization: organization ?? '', after, longPolls };
      const { kind, found } = await awaitFound(place, options, toSearched(view, matcher, pauses(), 'among waits'));
      return {
        kind,
        found: await mapInSlices(found.slice(-MOST_FOUND), redactor.show),
        others: othersAmong(kind === 'timeout' ? view.after(0).toReversed() : [], (entry) => {
          const difference = matcher.differenceOf(entry);
          return difference && { ...redactor.identify(entry), difference };
        }),
      };
    },
    /** Exports the newest requests as a HAR file. */
    export: async (
      organization: string | undefined,
      criteria: RequestCriteria,
      { limit, origin }: { readonly limit: number; readonly origin: string },
    ): Promise<ReturnType<typeof toHar>> => toHar(await find(organization, criteria, limit), { version, origin }),
    /** Throws 404. */
    show: (organization: string | undefined, id: string): WholeExchange => redactor.show(entryOf(organization, id)),
    /** The server's decisions that led to its response; throws 404. */
    explain: (organization: string | undefined, id: string): Explanation => {
      const entry = entryOf(organization, id);
      return explain(entry, (value) => redactor.redact(entry, value));
    },
    /** The entries themselves, with credentials: they must not be shown as they are. */
    newestFirst: (organization: string): readonly JournalEntry[] => journal.of(organization).after(0).toReversed(),
    /** Approximate bytes of all of them. */
    weightOf: (organization: string | undefined): number => weightOfEntries(journal.of(organization).after(0)),
    forget: journal.forget,
  };
};

/**
 * What is searched, by a wait repeatedly: each exchange is compared once, when it is in the log, and counts until the log is cleared. In
 * slices: each one is redacted before it is compared.
 */
const toSearched = (
  view: JournalView,
  { differenceOf }: Awaited<ReturnType<typeof toMatcher>>,
  pause: Pause,
  whose?: 'among waits',
) => {
  let position = 0;
  let found: JournalEntry[] = [];
  return {
    search: async (): Promise<readonly JournalEntry[]> => {
      // Another list once the log was cleared.
      const matching = found;
      for (const entry of view.after(position)) {
        position = entry.position;
        if (differenceOf(entry, whose) === undefined) matching.push(entry);
        await pause();
      }
      return found;
    },
    listen: (hear: (news: 'changed' | 'closed') => void) =>
      view.listen(({ kind }) => {
        if (kind === 'forgotten') found = [];
        if (kind !== 'lost' && kind !== 'event') hear(kind === 'closed' ? 'closed' : 'changed');
      }),
  };
};
