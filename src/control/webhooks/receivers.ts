import { problem } from '../../engine/problems/problem.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type DeliveryStatus, deliveries, ofEndpointIn } from '../../engine/webhooks/delivery.ts';
import {
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  endOfFailureWindow,
  rotateSecret,
  webhookEndpoints,
} from '../../engine/webhooks/endpoint.ts';
import type { FindRules } from '../../engine/webhooks/faults.ts';
import type { DeliveryQueries } from '../../engine/webhooks/queries.ts';
import { ATTEMPT, type AttemptData, removeEndpoint } from '../../engine/webhooks/schedule.ts';
import { type Quarantine, SLOW_RESPONSE, SLOW_UNTIL_QUARANTINE } from '../../engine/webhooks/slow-receivers.ts';
import type {
  Delivery,
  Inbox,
  Receiver,
  ReceiverList,
  ReceiverUpdate,
  WebhookSecretRotation,
} from '../../generated/control-schemas.ts';
import { toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { createRandom } from '../../kernel/random.ts';
import { DELIVERY_POLICY } from '../../vat/policy/delivery-policy.ts';
import { findEndpoint, replayDelivery } from '../../vat/webhook-endpoints/deliveries.ts';
import {
  ALL_EVENTS,
  type DrawWebhookSecret,
  changeEndpoint,
  checkRoom,
  registerEndpoint,
} from '../../vat/webhook-endpoints/endpoints.ts';
import { readRotationWindow } from '../clock/rotation-window.ts';
import type { OwnInboxes } from '../inbox/own-inboxes.ts';
import { CONFIGURED_ENDPOINT } from './configured-endpoint.ts';
import { checkRules } from './faults.ts';

/** The webhook endpoints of a sandbox as the server sees them, and what a person does with them. */
export interface Receivers {
  /** In the order of their registration. */
  readonly list: (sandbox: Sandbox) => Promise<ReceiverList>;
  /**
   * Pauses or reactivates a webhook endpoint, as a PATCH of its client does, and sets or removes the faults that are injected
   * into its deliveries; 404 if it is unknown.
   */
  readonly change: (sandbox: Sandbox, webhookId: string, wanted: ReceiverUpdate) => Promise<Receiver>;
  /** Deletes a webhook endpoint with its deliveries; 404 if it is unknown. */
  readonly remove: (sandbox: Sandbox, webhookId: string) => Promise<void>;
  /** Sends the event of a delivery again; 404 and 409 like the API. */
  readonly replay: (sandbox: Sandbox, deliveryId: string) => Promise<Delivery>;
  /** Registers an inbox for all events, unless a webhook endpoint has its URL. */
  readonly registerInbox: (
    sandbox: Sandbox,
    name: string,
    administratorEmail: string,
  ) => Promise<Pick<Inbox, 'webhookId' | 'secret' | 'created'>>;
  readonly rotateSecret: (
    sandbox: Sandbox,
    webhookId: string,
    window: string | undefined,
  ) => Promise<WebhookSecretRotation>;
}

export const createReceivers = ({
  inboxes,
  deliveries: queries,
  drawSecret,
  quarantineOf,
  eventTypes,
  rules: rulesOf,
}: {
  readonly inboxes: Pick<OwnInboxes, 'urlOf' | 'readUrl'>;
  readonly deliveries: Pick<DeliveryQueries, 'find'>;
  readonly drawSecret: DrawWebhookSecret;
  readonly quarantineOf: (sandbox: Sandbox, webhookId: string) => Quarantine | undefined;
  /** All event types. */
  readonly eventTypes: () => readonly string[];
  /** Delivery rules of active scenarios in a sandbox. */
  readonly rules: FindRules;
}): Receivers => {
  const surroundingsOf = (sandbox: Sandbox, { id, url }: WebhookEndpointRecord): Surroundings => ({
    inbox: inboxes.readUrl(url)?.name,
    quarantine: quarantineOf(sandbox, id),
  });
  return {
    list: (sandbox) =>
      sandbox.read(async (reading) => {
        const nextAttempts = nextAttemptsIn(reading);
        const rules = await rulesOf(sandbox, reading);
        return {
          data: reading
            .findAll(webhookEndpoints, EVERY_ENDPOINT)
            .map((endpoint) =>
              showReceiver(reading, endpoint, nextAttempts.get(endpoint.id), surroundingsOf(sandbox, endpoint)),
            ),
          chaosOfScenarios: rules.map(({ since, ...rest }) => ({ ...rest, since: toIsoDateTime(since) })),
        };
      }),

    change: async (sandbox, webhookId, { status, chaos }) => {
      if (chaos !== undefined && chaos !== null) checkRules(chaos.rules, eventTypes());
      await sandbox.transact(async (work) => {
        const before = findEndpoint(work, webhookId);
        if (status !== undefined) await changeEndpoint(work, before, { ...before, status });
        if (chaos !== undefined) setChaos(work, findEndpoint(work, webhookId), chaos);
      });
      return sandbox.read((reading) => {
        const endpoint = findEndpoint(reading, webhookId);
        const nextAttempt = nextAttemptsIn(reading).get(webhookId);
        return showReceiver(reading, endpoint, nextAttempt, surroundingsOf(sandbox, endpoint));
      });
    },

    remove: (sandbox, webhookId) => sandbox.transact((work) => removeEndpoint(work, findEndpoint(work, webhookId))),

    replay: async (sandbox, deliveryId) => {
      const { id } = await sandbox.transact((work) => {
        const before = work.get(deliveries, deliveryId);
        if (before === undefined) throw unknownDelivery(deliveryId);
        return replayDelivery(work, findEndpoint(work, before.endpointId), deliveryId);
      });
      const shown = await queries.find(sandbox.organization, id);
      if (shown === undefined) throw unknownDelivery(id);
      return shown;
    },

    registerInbox: async (sandbox, name, administratorEmail) => {
      const url = await inboxes.urlOf(sandbox, name);
      return sandbox.transact((work) => {
        const known = work.findAll(webhookEndpoints, EVERY_ENDPOINT).find((endpoint) => endpoint.url === url);
        if (known === undefined) checkRoom(work, url);
        const endpoint =
          known ??
          registerEndpoint(work, {
            url,
            subscriptions: ALL_EVENTS,
            sellers: undefined,
            administratorEmail,
            secret: drawSecret,
          });
        return { webhookId: endpoint.id, secret: endpoint.secrets.current, created: known === undefined };
      });
    },

    rotateSecret: (sandbox, webhookId, window) =>
      sandbox.transact((work) => {
        const endpoint = findEndpoint(work, webhookId);
        const { id, secrets } = endpoint;
        // The new secret follows from the current one, like everything seeded.
        const secret = drawSecret(createRandom(`${secrets.current}/next`));
        const rotated = rotateSecret(secrets, secret, work.now, readRotationWindow(window));
        work.update(webhookEndpoints, endpoint, { ...endpoint, secrets: rotated });
        return { id, secret, previousSecretExpiresAt: toIsoDateTime(rotated.former?.goodUntil ?? work.now) };
      }),
  };
};

/** Sets the faults that are injected into deliveries to an endpoint; null removes them. */
const setChaos = (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  wanted: NonNullable<ReceiverUpdate['chaos']> | null,
): void => {
  const { chaos: _chaos, ...without } = endpoint;
  const chaos =
    wanted === null ? {} : { chaos: { since: work.now, chance: wanted.seed ?? endpoint.id, rules: wanted.rules } };
  work.update(webhookEndpoints, endpoint, { ...without, ...chaos });
};

export const unknownDelivery = (id: string): Error =>
  problem('not-found', {
    detail: `There is no delivery ${id} in this sandbox; GET /__admin/deliveries lists those of the last 30 days.`,
  });

/** Due jobs that are searched for the next attempt of each webhook endpoint. */
const SEARCHED_JOBS = 500;

const nextAttemptsIn = (reading: Reading): ReadonlyMap<string, number> => {
  const { values } = reading.page(jobs, { sortBy: 'dueAt', page: 0, size: SEARCHED_JOBS });
  const next = new Map<string, number>();
  for (const { kind, data, dueAt } of values) {
    if (kind !== ATTEMPT) continue;
    const { endpointId } = data as AttemptData;
    if (!next.has(endpointId)) next.set(endpointId, dueAt);
  }
  return next;
};

interface Surroundings {
  readonly inbox: string | undefined;
  readonly quarantine: Quarantine | undefined;
}

const showReceiver = (
  reading: Reading,
  endpoint: WebhookEndpointRecord,
  nextAttempt: number | undefined,
  { inbox, quarantine }: Surroundings,
): Receiver => {
  const { id, url, subscriptions, sellers, status, streak, paused, lastSuccessAt, createdAt, chaos, secrets } =
    endpoint;
  const { failures, duration } = DELIVERY_POLICY.autoPause;
  const count = (wanted: DeliveryStatus): number =>
    reading.page(deliveries, { keys: [ofEndpointIn(id, wanted)], page: 0, size: 1 }).total;
  return {
    id,
    url,
    inbox: inbox ?? null,
    configured: id === CONFIGURED_ENDPOINT,
    events: subscriptions,
    partnerIds: sellers ?? null,
    status,
    paused: status === 'PAUSED' && paused !== undefined ? { at: toIsoDateTime(paused.at), why: paused.why } : null,
    failures: {
      count: streak?.failures ?? 0,
      most: failures,
      since: streak === null ? null : toIsoDateTime(streak.since),
      pausesAt: streak === null ? null : toIsoDateTime(endOfFailureWindow(streak, { failures, duration })),
    },
    quarantine: quarantine === undefined ? null : toQuarantine(quarantine),
    createdAt: toIsoDateTime(createdAt),
    lastSuccessAt: toIsoDateTimeOrNull(lastSuccessAt),
    nextAttemptAt: nextAttempt === undefined ? null : toIsoDateTime(nextAttempt),
    deliveries: { pending: count('PENDING'), delivered: count('DELIVERED'), failed: count('FAILED') },
    chaos: chaos === undefined ? null : { since: toIsoDateTime(chaos.since), rules: chaos.rules },
    previousSecretExpiresAt:
      secrets.former !== undefined && reading.now < secrets.former.goodUntil
        ? toIsoDateTime(secrets.former.goodUntil)
        : null,
  };
};

const toQuarantine = ({ host, since }: Quarantine): Receiver['quarantine'] => {
  const limit = `${String(SLOW_RESPONSE / 1000)} seconds`;
  return {
    host,
    since: toIsoDateTime(since),
    reason: `${host} took longer than ${limit} to respond, or did not respond, ${String(SLOW_UNTIL_QUARANTINE)} times in a row.`,
    until: `It responds within ${limit}, with any status. Meanwhile it gets one attempt at a time.`,
  };
};
