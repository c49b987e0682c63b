import {
  type CallerOrganization,
  type DeliveryRecord,
  type DrawWebhookSecret,
  EVERY_ENDPOINT,
  type EmittedEvent,
  type PauseReason,
  type Reading,
  type UnitOfWork,
  type WebhookEndpointRecord,
  deliveries,
  messages,
  newestFirst,
  ofEndpoint,
  ofEndpointIn,
  registerEndpoint,
  removeEndpoint,
  resumeSending,
  sendMail,
  sendTestEvent,
  startDelivery,
  stopSending,
  webhookEndpoints,
} from '../../engine/sdk.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { type EventPayload, type Schemas, defineBehaviours, emit } from '../api/behaviour.ts';
import { type ListParameters, pageOf, readList, slicePage } from '../api/page.ts';
import { show } from '../api/show.ts';
import { MOST_WEBHOOK_ENDPOINTS } from '../policy/limits.ts';
import { problem, violation } from '../policy/problem.ts';

/** A webhook endpoint as the API shows it: "never the secret". */
const toWebhookEndpoint = (record: WebhookEndpointRecord): Schemas['WebhookEndpoint'] => {
  const { id, url, subscriptions, sellers, status, version } = record;
  return {
    id,
    url,
    events: [...subscriptions] as Schemas['EventSubscription'][],
    ...(sellers && { partnerIds: [...sellers] }),
    status,
    version,
  };
};

/** "Secret: returned on the create response only." */
const toNewWebhookEndpoint = (record: WebhookEndpointRecord): Schemas['WebhookEndpointWithSecret'] => ({
  ...toWebhookEndpoint(record),
  secret: record.secrets.current,
});

const toWebhookDelivery = (record: DeliveryRecord): Schemas['WebhookDelivery'] => ({
  ...show(record, 'id', 'eventId'),
  eventType: record.eventType as Schemas['EventType'],
  ...show(record, 'status', 'httpStatus', 'attempts', 'lastAttemptAt', 'nextRetryAt', 'createdAt'),
});

/** Assumption: webhook-endpoint-limit. */
export const checkRoom = (work: Reading, url: string, path = '/webhooks'): void => {
  const registered = work.findAll(webhookEndpoints, EVERY_ENDPOINT).filter(({ about }) => about === undefined);
  if (registered.length < MOST_WEBHOOK_ENDPOINTS) return;
  const most = `the organization has ${MOST_WEBHOOK_ENDPOINTS} webhook endpoints, the maximum`;
  throw violation('url', `cannot be registered: ${most}. Delete one first with DELETE ${path}/{id}`, url);
};

/** Stores a change of a webhook endpoint on request, and stops or resumes its deliveries with its status. */
export const changeEndpoint = async (
  work: UnitOfWork,
  before: WebhookEndpointRecord,
  wanted: WebhookEndpointRecord,
): Promise<WebhookEndpointRecord> => {
  if (isShownEqual(before, wanted)) return before;
  const { status } = wanted;
  // Reactivation resets the failure streak, and sends nothing by itself.
  const streak = status === before.status ? before.streak : null;
  const changed = work.update(webhookEndpoints, before, {
    ...withPause(wanted, before, work.now),
    version: before.version + 1,
    streak,
  });
  if (status === 'PAUSED' && before.status === 'ACTIVE') await stopSending(work, changed);
  if (status === 'ACTIVE' && before.status === 'PAUSED' && work.assumed.has('paused-endpoint-policy=resumed'))
    await resumeSending(work, changed);
  return changed;
};

/** Keeps when and by whom it was paused, while it is. */
const withPause = (
  wanted: WebhookEndpointRecord,
  before: WebhookEndpointRecord,
  now: number,
): WebhookEndpointRecord => {
  const { paused, ...without } = wanted;
  if (wanted.status === 'ACTIVE') return without;
  return before.status === 'PAUSED' ? wanted : { ...without, paused: { at: now, why: 'CLIENT' } };
};

/** A PATCH without visible effect is no change. Assumption: version-start. */
const isShownEqual = (one: WebhookEndpointRecord, other: WebhookEndpointRecord): boolean =>
  isSameJson(toWebhookEndpoint(one), toWebhookEndpoint(other));

/** "Delivery history": one page of it, by status and by age. */
const historyOf = async (
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
): Promise<Schemas['WebhookDeliveryPage']> => {
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
const cut = (found: readonly DeliveryRecord[], list: ReturnType<typeof readList>): Schemas['WebhookDeliveryPage'] => {
  const [field = '', direction] = list.sort.split(',');
  const valueOf = (record: DeliveryRecord): number => record[field as 'attempts' | 'lastAttemptAt'] ?? -1;
  const oldestFirst = found.toReversed();
  const ascending = field === 'createdAt' ? oldestFirst : oldestFirst.sort((a, b) => valueOf(a) - valueOf(b));
  const sorted = direction === 'asc' ? ascending : ascending.toReversed();
  return slicePage(sorted, list, toWebhookDelivery);
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
  const [h, mi, s, oh, om] = [hour, minute, second, offsetHours, offsetMinutes].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const midnight = new Date(date);
  // A day that rolls over into the next month does not exist; 24:00 is the end of its day.
  const isDay = midnight.getUTCDate() === Number(day);
  const isTime = (h < 24 && mi < 60 && s < 60) || (h === 24 && mi === 0 && s === 0 && !/[1-9]/.test(fraction));
  if (!isDay || !isTime || oh > 23 || om > 59) return undefined;
  const minutes = h * 60 + mi - (sign === '-' ? -1 : 1) * (oh * 60 + om);
  return midnight.getTime() + (minutes * 60 + s) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
};

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
  return startDelivery(work, endpoint, message, { isTest, replayOf: id });
};

/** Throws 404 for an unknown webhook endpoint. */
export const findEndpoint = (work: Reading, id: string): WebhookEndpointRecord => {
  const endpoint = work.get(webhookEndpoints, id);
  if (endpoint !== undefined) return endpoint;
  throw problem('not-found', `Webhook endpoint ${id} does not exist.`);
};

/** Assumption: paused-endpoint-policy. */
const checkActive = ({ id, status }: WebhookEndpointRecord): void => {
  if (status === 'PAUSED')
    throw problem(
      'webhook-endpoint-paused',
      `Webhook endpoint ${id} is paused: reactivate it with PATCH /webhooks/${id} and status ACTIVE first.`,
    );
};

const findDelivery = (work: Reading, { id }: WebhookEndpointRecord, deliveryId: string): DeliveryRecord => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery?.endpointId === id) return delivery;
  throw problem('not-found', `Webhook endpoint ${id} has no delivery ${deliveryId} in the last 30 days.`);
};

export interface WebhookBehaviourParts {
  /** Why deliveries to a URL are refused, to follow its name in a message; undefined if they are allowed. */
  readonly refusalOf: (url: string) => string | undefined;
  readonly drawSecret: DrawWebhookSecret;
}

/** "Webhook management": webhook endpoints, their history, redelivery and test fires. */
export const createWebhookBehaviours = ({ refusalOf, drawSecret }: WebhookBehaviourParts) => {
  /** Refuses a URL at registration that would be refused at delivery. */
  const checkUrl = (url: string): void => {
    const refusal = refusalOf(url);
    if (refusal !== undefined) throw violation('url', refusal, url);
  };

  return defineBehaviours({
    createWebhook: ({ body, organization, work }) => {
      const { url, events, partnerIds } = body;
      checkUrl(url);
      checkRoom(work, url);
      const endpoint = registerEndpoint(work, {
        url,
        subscriptions: events,
        sellers: toSellers(organization, partnerIds),
        administratorEmail: organization?.administratorEmail ?? '',
        secret: drawSecret,
      });
      return { status: 201, body: toNewWebhookEndpoint(endpoint) };
    },

    listWebhooks: ({ work }) => ({
      status: 200,
      body: { data: work.findAll(webhookEndpoints, EVERY_ENDPOINT).map(toWebhookEndpoint) },
    }),

    getWebhook: ({ path, work }) => ({ status: 200, body: toWebhookEndpoint(findEndpoint(work, path.id)) }),

    updateWebhook: async ({ path, body, organization, work, checkVersion }) => {
      const before = findEndpoint(work, path.id);
      checkVersion(toWebhookEndpoint(before));
      const { url = before.url, events = before.subscriptions, partnerIds, status = before.status } = body;
      if (url !== before.url) checkUrl(url);
      const sellers = partnerIds === undefined ? before.sellers : toSellers(organization, partnerIds ?? undefined);
      const changed = await changeEndpoint(work, before, { ...before, url, subscriptions: events, sellers, status });
      return { status: 200, body: toWebhookEndpoint(changed) };
    },

    deleteWebhook: async ({ path, work }) => {
      await removeEndpoint(work, findEndpoint(work, path.id));
      return { status: 204 };
    },

    listWebhookDeliveries: async ({ path, query, work }) => {
      const { id } = findEndpoint(work, path.id);
      return { status: 200, body: await historyOf(work, id, query) };
    },

    replayWebhookDelivery: ({ path, work }) => {
      const endpoint = findEndpoint(work, path.id);
      const delivery = replayDelivery(work, endpoint, path.deliveryId);
      return { status: 202, body: toWebhookDelivery(delivery) };
    },

    testWebhook: ({ path, body, sandbox, work }) => {
      const endpoint = findEndpoint(work, path.id);
      checkActive(endpoint);
      const { eventType: type, data } = body;
      const delivery = sendTestEvent(work, endpoint, { type, data, organization: sandbox.organization });
      return { status: 202, body: toWebhookDelivery(delivery) };
    },
  });
};

/** "`partnerIds`: must be authorized partners." Assumption: webhook-partner-ids. */
const toSellers = (
  organization: CallerOrganization | undefined,
  partnerIds: readonly string[] | undefined,
): readonly string[] | undefined => {
  const sellers = partnerIds?.map((id) => id.toLowerCase());
  const unauthorized = sellers?.find((id) => organization?.sellers.some(({ uuid }) => uuid === id) !== true);
  if (unauthorized === undefined) return sellers;
  throw problem(
    'forbidden',
    `partnerIds contains seller ${unauthorized}, which is not an authorized partner of your organization.`,
  );
};

/** "A failing `webhook.*` delivery never causes another." */
const isOperational = (eventType: string): boolean => eventType.startsWith('webhook.');

const WHY: Readonly<Record<PauseReason, string>> = {
  CONSECUTIVE_FAILURES: 'the last 20 attempts failed',
  CONTINUOUS_FAILURE_WINDOW: 'no attempt has succeeded for 72 hours',
};

/** Both operational events name their webhook endpoint. */
export const concernedEndpoint = ({ type, data }: EmittedEvent): string | undefined =>
  isOperational(type) ? (data as EventPayload<'webhook.endpoint_auto_paused'>).endpointId : undefined;

/** Operational events about webhooks. */
export const announcements = {
  /** "Event `webhook.endpoint_auto_paused` to other active endpoints; e-mail to the organization admin." */
  paused: (work: UnitOfWork, endpoint: WebhookEndpointRecord, reason: PauseReason): void => {
    const { id, url, lastSuccessAt, administratorEmail } = endpoint;
    const pausedAt = toIsoDateTime(work.now);
    emit(work, 'webhook.endpoint_auto_paused', undefined, {
      endpointId: id,
      reason,
      lastSuccessAt: toIsoDateTimeOrNull(lastSuccessAt),
      pausedAt,
    });
    sendMail(work, {
      to: administratorEmail,
      subject: `Webhook endpoint ${id} was paused`,
      text: `Deliveries to ${url} have been paused since ${pausedAt} because ${WHY[reason]}. Once the receiver works again, reactivate the webhook endpoint with PATCH /webhooks/${id} and {"status": "ACTIVE"}, and replay the missed deliveries.`,
    });
  },

  /** "`webhook.delivery_failed_terminal`": the tenth attempt failed, and no retry follows. */
  failed: (work: UnitOfWork, delivery: DeliveryRecord, last: DeliveryRecord['tries'][number]): void => {
    const { endpointId, eventId, eventType } = delivery;
    if (isOperational(eventType)) return;
    emit(work, 'webhook.delivery_failed_terminal', undefined, {
      endpointId,
      eventId,
      eventType,
      attempts: 10,
      lastHttpStatus: last.httpStatus ?? null,
      lastAttemptAt: toIsoDateTime(last.at),
    });
  },
};
