import type { Page, Reading } from '../sandbox/unit-of-work.ts';
import type { Difference } from '../matching/condition.ts';
import {
  type DeliveryRecord,
  type DeliveryStatus,
  deliveries,
  ofEndpoint,
  ofEndpointIn,
  ofEvent,
} from './model/delivery.ts';

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
