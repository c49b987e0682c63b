import type { Delivery, DeliveryAwait, DeliveryAwaitTimeout, WholeDelivery } from '../../generated/control-schemas.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import { toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import type { Places } from '../../kernel/places.ts';
import type { After } from '../../kernel/timers.ts';
import type { WaitQuery, WaitResult } from '../../kernel/wait-until.ts';
import type { Difference } from '../matching/condition.ts';
import { MOST_FOUND, awaitFound, othersAmong } from '../journal/await-found.ts';
import type { Journal } from '../journal/journal.ts';
import type { ChangeWatch } from '../sandbox/change-watch.ts';
import { jobs } from '../sandbox/job.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import {
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

export type DeliveryQueries = ReturnType<typeof createDeliveryQueries>;

/** Queries for the deliveries of a sandbox. */
export const createDeliveryQueries = ({
  sandboxOf,
  changes,
  journal,
  retries,
  after,
  longPolls,
}: {
  /** The current sandbox of an organization: a reset replaces it. */
  readonly sandboxOf: (organization: string) => Sandbox | undefined;
  readonly changes: Pick<ChangeWatch, 'listen'>;
  /** Tells when the sandbox or the server ends. */
  readonly journal: Pick<Journal, 'of'>;
  readonly retries: RetrySchedule;
  readonly after: After;
  /** Limits how many calls of an organization wait at the same time. */
  readonly longPolls: Places;
}) => {
  const read = async <T>(organization: string, work: (reading: Reading) => readonly T[]): Promise<readonly T[]> =>
    (await sandboxOf(organization)?.read(work)) ?? [];

  const listen = (organization: string, hear: (news: 'changed' | 'closed') => void): (() => void) => {
    const stopChanges = changes.listen(organization, (news) => {
      if (news.kind === 'replaced' || news.changes.some(({ collection }) => collection === deliveries.name))
        hear('changed');
    });
    const stopJournal = journal.of(organization).listen(({ kind }) => {
      if (kind === 'closed') hear('closed');
    });
    return () => {
      stopChanges();
      stopJournal();
    };
  };

  return {
    /** All matching deliveries, newest first. */
    list: (sandbox: Sandbox, criteria: DeliveryCriteria): Promise<readonly Delivery[]> =>
      sandbox.read((reading) => search(reading, criteria).map((found) => showDelivery(reading, found))),

    /** One page of matching deliveries, newest first (page 0 is the newest), and their total. */
    page: (
      sandbox: Sandbox,
      criteria: DeliveryCriteria,
      wanted: PageWanted,
    ): Promise<{ readonly data: readonly Delivery[]; readonly total: number }> =>
      sandbox.read((reading) => {
        const show = (records: readonly DeliveryRecord[]) => records.map((record) => showDelivery(reading, record));
        // The store knows the total of all records; the total of a search has to be counted.
        if (Object.keys(criteria).length === 0) {
          const { values, total } = reading.page(deliveries, {
            descending: true,
            page: wanted.page,
            size: wanted.limit,
          });
          return { data: show(values), total };
        }
        const { data, total } = onPage(search(reading, criteria), wanted);
        return { data: show(data), total };
      }),

    /** Undefined if the delivery does not exist. */
    find: (sandbox: Sandbox, id: string): Promise<WholeDelivery | undefined> =>
      sandbox.read((reading) => {
        const record = reading.get(deliveries, id);
        if (record === undefined) return undefined;
        const shown = showDelivery(reading, record);
        const { body = '' } = reading.get(messages, record.eventId) ?? {};
        const withJitter = sandbox.clock.setting().kind === 'running';
        const planned =
          shown.dueAt === null ? [] : plannedAttempts(record, Date.parse(shown.dueAt), retries, withJitter);
        return { ...shown, body, planned: planned.map(toIsoDateTime) };
      }),

    await: async (
      organization: string,
      options: WaitQuery<DeliveryCriteria>,
    ): Promise<WaitResult<Delivery, DeliveryAwaitTimeout['cameInstead'][number]>> => {
      const { criteria, count } = options;
      const { kind, found } = await awaitFound<DeliveryRecord>({ organization, after, longPolls }, options, {
        search: () => read(organization, (reading) => search(reading, criteria, Math.max(1, count)).toReversed()),
        listen: (hear) => listen(organization, hear),
      });
      if (kind !== 'met' && kind !== 'timeout') return { kind, found: [], others: [] };
      return {
        kind,
        found: await read(organization, (reading) =>
          found.slice(-MOST_FOUND).map((record) => showDelivery(reading, record)),
        ),
        others: await read(organization, (reading) =>
          othersAmong(kind === 'met' ? [] : newestFirst(reading, []), (delivery) => toOther(delivery, criteria)),
        ),
      };
    },
  };
};

/** The newest deliveries that meet all criteria, newest first. */
const search = (reading: Reading, criteria: DeliveryCriteria, limit = Infinity): DeliveryRecord[] => {
  const { webhookId, eventId, status, since } = criteria;
  const keys =
    eventId !== undefined
      ? [ofEvent(eventId)]
      : webhookId === undefined
        ? []
        : [status === undefined ? ofEndpoint(webhookId) : ofEndpointIn(webhookId, status)];
  const found: DeliveryRecord[] = [];
  for (const delivery of newestFirst(reading, keys, since === undefined ? undefined : Date.parse(since))) {
    if (differenceOf(delivery, criteria) === undefined) found.push(delivery);
    if (found.length >= limit) break;
  }
  return found;
};

/** A delivery that does not match, with the first criterion that it does not meet. */
const toOther = (delivery: DeliveryRecord, criteria: DeliveryCriteria) => {
  const difference = differenceOf(delivery, criteria);
  const { id, endpointId: webhookId, eventType, status, attempts, createdAt } = delivery;
  return difference && { id, webhookId, eventType, status, attempts, createdAt: toIsoDateTime(createdAt), difference };
};

const AT_ONCE = 200;

/**
 * The deliveries under all the keys that were created at `since` or later, read in pieces: a caller that stops early
 * reads little.
 */
export function* newestFirst(
  reading: Reading,
  keys: readonly ReturnType<typeof ofEvent>[],
  since = -Infinity,
): Generator<DeliveryRecord, void> {
  for (let page = 0; ; page++) {
    const { values } = reading.page(deliveries, { keys, descending: true, page, size: AT_ONCE });
    for (const delivery of values) {
      if (delivery.createdAt < since) return;
      yield delivery;
    }
    if (values.length < AT_ONCE) return;
  }
}

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
  if (since === undefined || delivery.createdAt >= Date.parse(since)) return undefined;
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
    tries: record.tries.map((attempt) => ({
      at: toIsoDateTime(attempt.at),
      counts: attempt.isCopy !== true,
      httpStatus: attempt.httpStatus ?? null,
      failure: attempt.failure ?? null,
      detail: attempt.detail ?? null,
      answer: attempt.answer ?? null,
      chaos: attempt.chaos ?? null,
    })),
  };
};
