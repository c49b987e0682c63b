import type { Delivery, DeliveryAwait, DeliveryAwaitTimeout, WholeDelivery } from '../../generated/control-schemas.ts';
import { toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { type Places, inPlace } from '../../kernel/places.ts';
import type { After } from '../../kernel/timers.ts';
import { type WaitQuery, type WaitResult, awaitFound } from '../../kernel/wait-until.ts';
import type { Difference } from '../matching/condition.ts';
import type { Journal } from '../journal/journal.ts';
import { tooManyLongPolls } from '../problems/refusals.ts';
import type { ChangeWatch } from '../sandbox/change-watch.ts';
import { jobs } from '../sandbox/job.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Page, Reading } from '../sandbox/unit-of-work.ts';
import {
  type Attempt,
  type DeliveryRecord,
  type RetrySchedule,
  deliveries,
  messages,
  ofEndpoint,
  ofEndpointIn,
  ofEvent,
  plannedAttempts,
} from './delivery.ts';
import { webhookEndpoints } from './endpoint.ts';
import { attemptId } from './schedule.ts';

/** Search criteria for deliveries; omitted criteria match everything. */
export type DeliveryCriteria = Omit<DeliveryAwait, 'count' | 'timeout'>;

/** Queries for the deliveries of a sandbox; `organization` is a UUID. */
export interface DeliveryQueries {
  /** All matching deliveries, newest first. */
  readonly list: (organization: string, criteria: DeliveryCriteria) => Promise<readonly Delivery[]>;
  /** One page of matching deliveries, newest first (page 0 is the newest), and their total. */
  readonly page: (
    organization: string,
    criteria: DeliveryCriteria,
    wanted: { readonly page: number; readonly limit: number },
  ) => Promise<{ readonly shown: readonly Delivery[]; readonly total: number }>;
  /** Undefined if the delivery does not exist. */
  readonly find: (organization: string, id: string) => Promise<WholeDelivery | undefined>;
  readonly await: (organization: string, options: WaitQuery<DeliveryCriteria>) => Promise<DeliveriesAwaited>;
}

export type DeliveriesAwaited = WaitResult<Delivery, DeliveryAwaitTimeout['cameInstead'][number]>;

/** Maximum number of matching deliveries returned by a wait. */
const MOST_FOUND = 100;

/** Maximum number of other deliveries returned: enough to see what was wrong. */
const MOST_LISTED = 10;

/**
 * @param sandboxOf the current sandbox: a reset replaces it
 * @param longPolls limits how many calls of an organization wait at the same time
 */
export const createDeliveryQueries = ({
  sandboxOf,
  changes,
  journal,
  retries,
  after,
  longPolls,
}: {
  readonly sandboxOf: (organization: string) => Sandbox | undefined;
  readonly changes: Pick<ChangeWatch, 'listen'>;
  /** Tells when the sandbox or the server ends. */
  readonly journal: Pick<Journal, 'of'>;
  readonly retries: RetrySchedule;
  readonly after: After;
  readonly longPolls: Places;
}): DeliveryQueries => {
  const read = async <T>(organization: string, work: (reading: Reading) => T, none: T): Promise<T> =>
    (await sandboxOf(organization)?.read(work)) ?? none;

  const listen = (organization: string, hear: (news: 'changed' | 'closed') => void): (() => void) => {
    const stops = [
      changes.listen(organization, (news) => {
        if (news.kind === 'replaced' || news.changes.some(({ collection }) => collection === deliveries.name))
          hear('changed');
      }),
      journal.of(organization).listen(({ kind }) => {
        if (kind === 'closed') hear('closed');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };

  return {
    list: (organization, criteria) =>
      read(
        organization,
        (reading) => searchDeliveries(reading, criteria, Infinity).map((found) => showDelivery(reading, found)),
        [],
      ),
    page: (organization, criteria, wanted) =>
      read(
        organization,
        (reading) => {
          const { values, total } = pageDeliveries(reading, criteria, wanted);
          return { shown: values.map((found) => showDelivery(reading, found)), total };
        },
        { shown: [], total: 0 },
      ),
    find: async (organization, id) => {
      const sandbox = sandboxOf(organization);
      return sandbox?.read((reading) => {
        const record = reading.get(deliveries, id);
        const withJitter = sandbox.clock.setting().kind === 'running';
        return record === undefined ? undefined : showWholeDelivery(reading, record, retries, withJitter);
      });
    },
    await: async (organization, options) => {
      const { criteria, count } = options;
      const { kind, found } = await inPlace(longPolls, organization, {
        task: () =>
          awaitFound<DeliveryRecord>(
            { ...options, after },
            {
              search: () =>
                read(
                  organization,
                  (reading) => searchDeliveries(reading, criteria, Math.max(1, count)).toReversed(),
                  [],
                ),
              listen: (hear) => listen(organization, hear),
            },
          ),
        refuse: tooManyLongPolls,
      });
      if (kind !== 'met' && kind !== 'timeout') return { kind, found: [], others: [] };
      return read(
        organization,
        (reading) => ({
          kind,
          found: found.slice(-MOST_FOUND).map((record) => showDelivery(reading, record)),
          others: kind === 'met' ? [] : showOthers(reading, criteria),
        }),
        { kind, found: [], others: [] },
      );
    },
  };
};

/** The newest deliveries that meet all criteria, newest first. */
const searchDeliveries = (reading: Reading, criteria: DeliveryCriteria, limit: number): readonly DeliveryRecord[] => {
  const found: DeliveryRecord[] = [];
  for (const delivery of newestFirst(reading, keysOf(criteria))) {
    if (isBefore(delivery, criteria)) break;
    if (differenceOf(delivery, criteria) === undefined) found.push(delivery);
    if (found.length >= limit) break;
  }
  return found;
};

const pageDeliveries = (
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
const otherDeliveries = (reading: Reading, criteria: DeliveryCriteria, limit: number): readonly OtherDelivery[] => {
  const others: OtherDelivery[] = [];
  for (const delivery of newestFirst(reading, [])) {
    const difference = differenceOf(delivery, criteria);
    if (difference !== undefined) others.push({ delivery, difference });
    if (others.length >= limit) break;
  }
  return others.reverse();
};

const keysOf = ({ webhookId, eventId, status }: DeliveryCriteria) => {
  if (eventId !== undefined) return [ofEvent(eventId)];
  if (webhookId === undefined) return [];
  return [status === undefined ? ofEndpoint(webhookId) : ofEndpointIn(webhookId, status)];
};

const AT_ONCE = 200;

/** The deliveries under all the keys, read in pieces: a caller that stops early reads little. */
export function* newestFirst(reading: Reading, keys: ReturnType<typeof keysOf>): Generator<DeliveryRecord, void> {
  for (let page = 0; ; page++) {
    const { values } = reading.page(deliveries, { keys, descending: true, page, size: AT_ONCE });
    yield* values;
    if (values.length < AT_ONCE) return;
  }
}

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
  return { at: 'since', expected: `${since} or later`, actual: toIsoDateTime(delivery.createdAt) };
};

/** A delivery as the control API shows it, including what the API itself does not disclose. */
const showDelivery = (reading: Reading, record: DeliveryRecord): Delivery => {
  const { id, endpointId, eventId, eventType, status, httpStatus, attempts } = record;
  return {
    id,
    webhookId: endpointId,
    url: reading.get(webhookEndpoints, endpointId)?.url ?? '',
    eventId,
    eventType,
    status,
    httpStatus,
    attempts,
    test: record.isTest,
    createdAt: toIsoDateTime(record.createdAt),
    lastAttemptAt: toIsoDateTimeOrNull(record.lastAttemptAt),
    nextRetryAt: toIsoDateTimeOrNull(record.nextRetryAt),
    dueAt: toIsoDateTimeOrNull(reading.get(jobs, attemptId(id))?.dueAt ?? null),
    tries: record.tries.map(showAttempt),
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

const showAttempt = ({
  at,
  isCopy,
  httpStatus,
  failure,
  detail,
  answer,
  chaos,
}: Attempt): Delivery['tries'][number] => ({
  at: toIsoDateTime(at),
  counts: isCopy !== true,
  httpStatus: httpStatus ?? null,
  failure: failure ?? null,
  detail: detail ?? null,
  answer: answer ?? null,
  chaos: chaos ?? null,
});

const showOthers = (reading: Reading, criteria: DeliveryCriteria): DeliveriesAwaited['others'] =>
  otherDeliveries(reading, criteria, MOST_LISTED).map(({ delivery, difference }) => {
    const { id, webhookId, eventType, status, attempts, createdAt } = showDelivery(reading, delivery);
    return { id, webhookId, eventType, status, attempts, createdAt, difference };
  });
