import type { Difference } from '../matching/difference.ts';
import { tooManyLongPolls } from '../problems/quota-refusals.ts';
import { jobs } from '../sandbox/job.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Page, Reading } from '../sandbox/unit-of-work.ts';
import {
  type DeliveryRecord,
  type DeliveryStatus,
  deliveries,
  ofEndpoint,
  ofEndpointIn,
  ofEvent,
  type Failure,
  type Attempt,
  messages,
  plannedAttempts,
  type RetrySchedule,
  type AppliedChaos,
} from './delivery.ts';
import { webhookEndpoints } from './endpoint.ts';
import { attemptId } from './schedule.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Places, inPlace } from '../../kernel/places.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { After } from '../../kernel/timers.ts';
import { type WaitQuery, type WaitResult, type Deadline, waitUntil, watchChanges } from '../../kernel/wait-until.ts';

/** Notifies listeners that deliveries of an organization may have changed. */
export interface DeliveryWatch {
  /** Called after the change has been committed. */
  readonly changed: (organization: string) => void;
  /** Returns a function that unsubscribes. */
  readonly listen: (organization: string, hear: (news: 'changed' | 'closed') => void) => () => void;
  /** Organizations with a listener. */
  readonly watched: () => Iterable<string>;
  /** Notifies all listeners that the watch is closed, those to come too. */
  readonly close: () => void;
}

export const createDeliveryWatch = (): DeliveryWatch => {
  const listeners = createKeyedSubscribers<'changed' | 'closed'>();
  let isClosed = false;
  return {
    changed: (organization) => {
      listeners.notify(organization, 'changed');
    },
    listen: (organization, hear) => {
      if (isClosed) hear('closed');
      return listeners.subscribe(organization, hear);
    },
    watched: listeners.keys,
    close: () => {
      isClosed = true;
      listeners.notifyAll('closed');
    },
  };
};

/** Search criteria for deliveries; omitted criteria match everything. */
export interface DeliveryCriteria {
  readonly webhookId?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  readonly status?: DeliveryStatus;
  /** Created at or after this time on the sandbox clock: an RFC 3339 date-time. */
  readonly since?: string;
}

const AT_ONCE = 200;

/** The newest deliveries that meet all criteria, newest first. */
export const searchDeliveries = (
  reading: Reading,
  criteria: DeliveryCriteria,
  limit: number,
): readonly DeliveryRecord[] => {
  const found: DeliveryRecord[] = [];
  walk(reading, keysOf(criteria), (delivery) => {
    if (isBefore(delivery, criteria)) return false;
    if (differenceOf(delivery, criteria) === undefined) found.push(delivery);
    return found.length < limit;
  });
  return found;
};

/** One page of the deliveries that meet all criteria, newest first (page 0 is the newest), and their total. */
export const pageDeliveries = (
  reading: Reading,
  criteria: DeliveryCriteria,
  { page, limit }: { readonly page: number; readonly limit: number },
): Page<DeliveryRecord> => {
  // The store knows the total of all records; the total of a search has to be counted.
  const isAll = Object.keys(criteria).length === 0;
  if (isAll) return reading.page(deliveries, { descending: true, page, size: limit });
  const found = searchDeliveries(reading, criteria, Infinity);
  return { values: found.slice(page * limit, (page + 1) * limit), total: found.length };
};

interface OtherDelivery {
  readonly delivery: DeliveryRecord;
  /** The first criterion that is not met. */
  readonly difference: Difference;
}

/** The newest deliveries that do not match, oldest first. */
export const otherDeliveries = (
  reading: Reading,
  criteria: DeliveryCriteria,
  limit: number,
): readonly OtherDelivery[] => {
  const others: OtherDelivery[] = [];
  walk(reading, [], (delivery) => {
    const difference = differenceOf(delivery, criteria);
    if (difference !== undefined) others.push({ delivery, difference });
    return others.length < limit;
  });
  return others.reverse();
};

const keysOf = ({ webhookId, eventId, status }: DeliveryCriteria) => {
  if (eventId !== undefined) return [ofEvent(eventId)];
  if (webhookId === undefined) return [];
  return [status === undefined ? ofEndpoint(webhookId) : ofEndpointIn(webhookId, status)];
};

/** Visits deliveries newest first until the visitor returns false. */
const walk = (
  reading: Reading,
  keys: ReturnType<typeof keysOf>,
  wantsMore: (delivery: DeliveryRecord) => boolean,
): void => {
  for (let page = 0; ; page++) {
    const { values } = reading.page(deliveries, { keys, descending: true, page, size: AT_ONCE });
    for (const delivery of values) if (!wantsMore(delivery)) return;
    if (values.length < AT_ONCE) return;
  }
};

const isBefore = ({ createdAt }: DeliveryRecord, { since }: DeliveryCriteria): boolean =>
  since !== undefined && createdAt < Date.parse(since);

const differenceOf = (delivery: DeliveryRecord, criteria: DeliveryCriteria): Difference | undefined => {
  const { webhookId, eventId, eventType, status, since } = criteria;
  const compared = [
    ['webhookId', webhookId, delivery.endpointId],
    ['eventId', eventId, delivery.eventId],
    ['eventType', eventType, delivery.eventType],
    ['status', status, delivery.status],
  ] as const;
  for (const [at, expected, actual] of compared)
    if (expected !== undefined && expected !== actual) return { at, expected, actual };
  if (since === undefined || !isBefore(delivery, criteria)) return undefined;
  return { at: 'since', expected: `${since} or later`, actual: new Date(delivery.createdAt).toISOString() };
};

/** A delivery as the control API shows it, including what the API itself does not disclose. */
export interface ShownDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** The current URL of its webhook endpoint. */
  readonly url: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly httpStatus: number | null;
  /** As counted by the API. */
  readonly attempts: number;
  /** A test delivery. */
  readonly test: boolean;
  readonly createdAt: string;
  readonly lastAttemptAt: string | null;
  /** As shown by the API. */
  readonly nextRetryAt: string | null;
  /** When the next attempt is really due; chaos may hold it back. */
  readonly dueAt: string | null;
  /** Every attempt, including simulated ones. */
  readonly tries: readonly ShownAttempt[];
}

interface WholeDelivery extends ShownDelivery {
  /** The body of every attempt, as text. */
  readonly body: string;
  /** When the attempts that are left are made if each fails. */
  readonly planned: readonly string[];
}

interface ShownAttempt {
  readonly at: string;
  /** False for a duplicate, which the API does not show. */
  readonly counts: boolean;
  readonly httpStatus: number | null;
  readonly failure: Failure | null;
  readonly detail: string | null;
  readonly answer: string | null;
  readonly chaos: AppliedChaos | null;
}

const showDelivery = (reading: Reading, record: DeliveryRecord): ShownDelivery => {
  const { id, endpointId, eventId, eventType, status, httpStatus, attempts } = record;
  const endpoint = reading.get(webhookEndpoints, endpointId);
  const job = reading.get(jobs, attemptId(id));
  return {
    id,
    webhookId: endpointId,
    url: endpoint?.url ?? '',
    eventId,
    eventType,
    status,
    httpStatus,
    attempts,
    test: record.isTest,
    createdAt: toIsoDateTime(record.createdAt),
    lastAttemptAt: toTime(record.lastAttemptAt),
    nextRetryAt: toTime(record.nextRetryAt),
    dueAt: toTime(job?.dueAt ?? null),
    tries: record.tries.map(showTry),
  };
};

const showWholeDelivery = (
  reading: Reading,
  record: DeliveryRecord,
  retries: RetrySchedule,
  withJitter: boolean,
): WholeDelivery => {
  const shown = showDelivery(reading, record);
  const { body = '' } = reading.get(messages, record.eventId) ?? {};
  const planned =
    shown.dueAt === null ? [] : plannedAttempts(record, Date.parse(shown.dueAt), reading.assumed, retries, withJitter);
  return { ...shown, body, planned: planned.map(toIsoDateTime) };
};

const showTry = ({ at, isCopy, httpStatus, failure, detail, answer, chaos }: Attempt): ShownAttempt => ({
  at: toIsoDateTime(at),
  counts: isCopy !== true,
  httpStatus: httpStatus ?? null,
  failure: failure ?? null,
  detail: detail ?? null,
  answer: answer ?? null,
  chaos: chaos ?? null,
});

const toTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);

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
