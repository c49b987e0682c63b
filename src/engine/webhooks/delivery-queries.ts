import { type Places, inPlace } from '../../kernel/places.ts';
import { tooManyLongPolls } from '../problems/quota-refusals.ts';
import type { After } from '../../kernel/timers.ts';
import type { WaitQuery, WaitResult } from '../../kernel/wait-until.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import type { Difference } from '../matching/difference.ts';
import { awaitDeliveries } from './await-deliveries.ts';
import { type DeliveryRecord, deliveries } from './model/delivery.ts';
import { type DeliveryCriteria, otherDeliveries, pageDeliveries, searchDeliveries } from './delivery-search.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { DeliveryWatch } from './delivery-watch.ts';
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

export interface DeliveryPage {
  /** From 0, which is the newest page. */
  readonly page: number;
  readonly limit: number;
}

export interface DeliveriesShown {
  readonly shown: readonly ShownDelivery[];
  readonly total: number;
}

export type DeliveriesAwaited = WaitResult<ShownDelivery, InsteadDelivered>;

export interface InsteadDelivered extends Pick<
  ShownDelivery,
  'id' | 'webhookId' | 'eventType' | 'status' | 'attempts' | 'createdAt'
> {
  readonly difference: Difference;
}

export interface DeliveryQueriesParts {
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
