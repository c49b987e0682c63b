import { type Places, inPlace } from '../../kernel/places.ts';
import type { After } from '../../kernel/timers.ts';
import { type Deadline, type WaitQuery, type WaitResult, waitUntil, watchChanges } from '../../kernel/wait-until.ts';
import type { Difference } from '../matching/difference.ts';
import { tooManyLongPolls } from '../problems/refusals.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import { type DeliveryCriteria, otherDeliveries, pageDeliveries, searchDeliveries } from './delivery-search.ts';
import type { DeliveryWatch } from './delivery-watch.ts';
import { type DeliveryRecord, deliveries } from './model/delivery.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import { type ShownDelivery, type WholeDelivery, showDelivery, showWholeDelivery } from './shown-delivery.ts';

/** Queries for the deliveries of a sandbox; `organization` is a UUID. */
export interface DeliveryQueries {
  /** All matching deliveries, newest first. */
  readonly list: (organization: string, criteria: DeliveryCriteria) => Promise<readonly ShownDelivery[]>;
  /** One page of matching deliveries, newest first, and their total. */
  readonly page: (organization: string, criteria: DeliveryCriteria, wanted: DeliveryPage) => Promise<DeliveriesShown>;
  /** Undefined if the delivery does not exist. */
  readonly find: (organization: string, id: string) => Promise<WholeDelivery | undefined>;
  readonly await: (organization: string, options: WaitQuery<DeliveryCriteria>) => Promise<DeliveriesAwaited>;
}

interface DeliveryPage {
  /** From 0, which is the newest page. */
  readonly page: number;
  readonly limit: number;
}

interface DeliveriesShown {
  readonly shown: readonly ShownDelivery[];
  readonly total: number;
}

export type DeliveriesAwaited = WaitResult<ShownDelivery, InsteadDelivered>;

interface InsteadDelivered extends Pick<
  ShownDelivery,
  'id' | 'webhookId' | 'eventType' | 'status' | 'attempts' | 'createdAt'
> {
  readonly difference: Difference;
}

interface DeliveryQueriesParts {
  /** The current sandbox: a reset replaces it. */
  readonly sandboxOf: (organization: string) => Sandbox | undefined;
  readonly watch: Pick<DeliveryWatch, 'listen'>;
  readonly retries: RetrySchedule;
  readonly after: After;
  /** Limits how many calls of an organization wait at the same time. */
  readonly longPolls: Places;
}

/** Maximum number of matching deliveries returned. */
const MOST_FOUND = 100;

/** Maximum number of other deliveries returned: enough to see what was wrong. */
const MOST_LISTED = 10;

export const createDeliveryQueries = ({
  sandboxOf,
  watch,
  retries,
  after,
  longPolls,
}: DeliveryQueriesParts): DeliveryQueries => {
  const read = async <T>(organization: string, work: (reading: Reading) => T, none: T): Promise<T> =>
    (await sandboxOf(organization)?.read(work)) ?? none;

  const search = (organization: string, criteria: DeliveryCriteria, limit: number) =>
    read(organization, (reading) => searchDeliveries(reading, criteria, limit), []);

  const show = (organization: string, records: readonly DeliveryRecord[]) =>
    read(
      organization,
      (reading) => {
        const shown: ShownDelivery[] = [];
        for (const record of records) shown.push(showDelivery(reading, record));
        return shown;
      },
      [],
    );

  const instead = (organization: string, criteria: DeliveryCriteria): Promise<InsteadDelivered[]> =>
    read(
      organization,
      (reading) => {
        const told: InsteadDelivered[] = [];
        for (const { delivery, difference } of otherDeliveries(reading, criteria, MOST_LISTED)) {
          const shown = showDelivery(reading, delivery);
          const { id, webhookId, eventType, status, attempts, createdAt } = shown;
          told.push({ id, webhookId, eventType, status, attempts, createdAt, difference });
        }
        return told;
      },
      [],
    );

  return {
    list: async (organization, criteria) => show(organization, await search(organization, criteria, Infinity)),
    page: async (organization, criteria, wanted) => {
      const work = (reading: Reading) => pageDeliveries(reading, criteria, wanted);
      const { values, total } = await read(organization, work, { values: [], total: 0 });
      return { shown: await show(organization, values), total };
    },
    find: async (organization, id) => {
      const sandbox = sandboxOf(organization);
      return sandbox?.read((reading) => {
        const record = reading.get(deliveries, id);
        const withJitter = sandbox.clock.setting().kind === 'running';
        return record === undefined ? undefined : showWholeDelivery(reading, record, retries, withJitter);
      });
    },
    await: async (organization, options) => {
      const { kind, found } = await inPlace(longPolls, organization, {
        task: () =>
          awaitDeliveries({
            ...options,
            search: () => search(organization, options.criteria, Math.max(1, options.count)),
            listen: (hear) => watch.listen(organization, hear),
            after,
          }),
        refuse: tooManyLongPolls,
      });
      const isTold = kind === 'met' || kind === 'timeout';
      return {
        kind,
        found: isTold ? await show(organization, found.slice(-MOST_FOUND)) : [],
        others: kind === 'timeout' ? await instead(organization, options.criteria) : [],
      };
    },
  };
};

export interface DeliveryWait extends Deadline {
  /** The newest matching deliveries, newest first. */
  readonly search: () => Promise<readonly DeliveryRecord[]>;
  readonly count: number;
  readonly listen: (hear: (news: 'changed' | 'closed') => void) => () => void;
}

/** Minimum time between two searches, however many changes arrive. Milliseconds. */
const BREATH = 10;

/** Searches after every change until enough deliveries match. */
export const awaitDeliveries = async (
  wait: DeliveryWait,
): Promise<Omit<WaitResult<DeliveryRecord, never>, 'others'>> => {
  const { search, count, timeout, whenGone, listen, after } = wait;
  let found: readonly DeliveryRecord[] = [];
  const kind = await waitUntil<'met' | 'closed'>({ timeout, after, whenGone }, ({ end, fail }) => {
    const looking = watchChanges({
      look: search,
      judge: (newest) => {
        found = newest;
        if (found.length >= count) end('met');
      },
      failed: fail,
      after,
      pause: BREATH,
    });
    const stop = listen((news) => {
      if (news === 'closed') end('closed');
      else looking.changed();
    });
    looking.changed();
    return () => {
      stop();
      looking.stop();
    };
  });
  return { kind, found: found.toReversed() };
};
