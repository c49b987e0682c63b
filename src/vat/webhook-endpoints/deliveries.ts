import {
  deliveries,
  type DeliveryRecord,
  messages,
  newestFirst,
  ofEndpoint,
  ofEndpointIn,
  type Reading,
  startDelivery,
  type UnitOfWork,
  type WebhookEndpointRecord,
  webhookEndpoints,
} from '../../engine/sdk.ts';
import type { Schemas } from '../api/behaviour.ts';
import { type ListParameters, pageOf, readList } from '../api/page.ts';
import { DELIVERY_POLICY } from '../policy/delivery-policy.ts';
import { problem, violation } from '../policy/problem.ts';
import { toWebhookDelivery } from './endpoints.ts';

type HistoryPage = Schemas['WebhookDeliveryPage'];

/** "Delivery history": one page of it, by status and by age. */
export const historyOf = async (
  work: Reading,
  endpointId: string,
  {
    since,
    ...query
  }: ListParameters & {
    readonly status?: DeliveryRecord['status'];
    /** "Deliveries created after it." */
    readonly since?: string;
  },
): Promise<HistoryPage> => {
  const { status } = query;
  const key = status === undefined ? ofEndpoint(endpointId) : ofEndpointIn(endpointId, status);
  if (since === undefined) return pageOf(work, deliveries, [key], query, toWebhookDelivery);
  const instant = readSince(since);
  if (instant === undefined)
    throw violation('since', 'must be an existing date and time, such as 2026-10-22T00:00:00Z', since);
  // Only as far back as requested: a polling client requests little.
  return cut([...newestFirst(work, [key], instant + 1)], readList(query, work.assumed));
};

/** Paginates a list sorted in memory; the store does the same for complete lists. */
const cut = (
  found: readonly DeliveryRecord[],
  { page, from, size, sort }: ReturnType<typeof readList>,
): HistoryPage => {
  const [field = '', direction] = sort.split(',');
  const valueOf = (record: DeliveryRecord): number => record[field as 'attempts' | 'lastAttemptAt'] ?? -1;
  const oldestFirst = found.toReversed();
  const ascending = field === 'createdAt' ? oldestFirst : oldestFirst.sort((a, b) => valueOf(a) - valueOf(b));
  const sorted = direction === 'asc' ? ascending : ascending.toReversed();
  return {
    data: sorted.slice(from * size, (from + 1) * size).map(toWebhookDelivery),
    pagination: { page, size, totalElements: sorted.length, totalPages: Math.ceil(sorted.length / size) },
  };
};

const DATE = '(\\d{4}-\\d\\d-(\\d\\d))';
const TIME = '(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?';
const TIMESTAMP = new RegExp(`^${DATE}(?:T${TIME}(?:Z|([+-])(\\d\\d):?(\\d\\d)?))?$`);

/**
 * Parses an ISO 8601 timestamp to milliseconds since the epoch; undefined for a non-existent day, hour or offset.
 * Assumption: since-forms.
 */
export const readSince = (text: string): number | undefined => {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, date = '', day, hour = 0, minute = 0, second = 0, fraction = '', sign, offsetHours = 0, offsetMinutes = 0] =
    match;
  const [h, mi, s, oh, om] = [hour, minute, second, offsetHours, offsetMinutes].map(Number) as Parts;
  const midnight = new Date(date);
  // A day that rolls over into the next month does not exist; 24:00 is the end of its day.
  const isDay = midnight.getUTCDate() === Number(day);
  const isTime = (h < 24 && mi < 60 && s < 60) || (h === 24 && mi === 0 && s === 0 && !/[1-9]/.test(fraction));
  if (!isDay || !isTime || oh > 23 || om > 59) return undefined;
  const minutes = h * 60 + mi - (sign === '-' ? -1 : 1) * (oh * 60 + om);
  return midnight.getTime() + (minutes * 60 + s) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
};

type Parts = [number, number, number, number, number];

/** Sends the event of a delivery again, as a new delivery to the same webhook endpoint. */
export const replayDelivery = (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  deliveryId: string,
): DeliveryRecord => {
  const { id, eventId, isTest } = findDelivery(work, endpoint, deliveryId);
  checkActive(endpoint);
  const message = work.get(messages, eventId);
  if (message === undefined) throw new Error(`the deliveries of ${eventId} have no message`);
  return startDelivery(work, endpoint, message, DELIVERY_POLICY, { isTest, replayOf: id });
};

/** Throws 404 for an unknown webhook endpoint. */
export const findEndpoint = (work: Reading, id: string): WebhookEndpointRecord => {
  const endpoint = work.get(webhookEndpoints, id);
  if (endpoint !== undefined) return endpoint;
  throw problem('not-found', { detail: `Webhook endpoint ${id} does not exist.` });
};

/** Assumption: paused-endpoint-policy. */
export const checkActive = ({ id, status }: WebhookEndpointRecord): void => {
  if (status === 'PAUSED')
    throw problem('webhook-endpoint-paused', {
      detail: `Webhook endpoint ${id} is paused: reactivate it with PATCH /webhooks/${id} and status ACTIVE first.`,
    });
};

const findDelivery = (work: Reading, { id }: WebhookEndpointRecord, deliveryId: string): DeliveryRecord => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery?.endpointId === id) return delivery;
  throw problem('not-found', {
    detail: `Webhook endpoint ${id} has no delivery ${deliveryId} in the last 30 days.`,
  });
};
