import { problem } from '../../engine/problems/problem.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, ofEndpointIn } from '../../engine/webhooks/delivery.ts';
import {
  EVERY_ENDPOINT,
  type PauseRule,
  type WebhookEndpointRecord,
  endOfFailureWindow,
  rotateSecret,
  webhookEndpoints,
  type DrawWebhookSecret,
  findByUrl,
  registerEndpoint,
} from '../../engine/webhooks/endpoint.ts';
import type { FindRules } from '../../engine/webhooks/faults.ts';
import type { DeliveryQueries } from '../../engine/webhooks/queries.ts';
import { ATTEMPT, type AttemptData, removeEndpoint } from '../../engine/webhooks/schedule.ts';
import { SLOW_RESPONSE, SLOW_UNTIL_QUARANTINE, type SlowReceivers } from '../../engine/webhooks/slow-receivers.ts';
import type { Delivery, Inbox, Receiver, ReceiverList, ReceiverUpdate } from '../../generated/control-schemas.ts';
import { toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { violation } from '../../vat/policy/problem.ts';
import { createRandom } from '../../kernel/random.ts';
import { changeEndpoint, checkRoom, findEndpoint, replayDelivery } from '../../vat/webhook-endpoints/endpoints.ts';
import { readRotationWindow } from '../clock/rotation-window.ts';
import type { OwnInboxes } from '../inbox/own-inboxes.ts';
import { CONFIGURED_ENDPOINT } from './configured-endpoint.ts';
import { checkRules } from './faults.ts';
import { toSubscriptions, toWildcards } from './subscriptions.ts';

/** The webhook endpoints of a sandbox as the server sees them, and what a person does with them. */
export const createReceivers = ({
  inboxes,
  deliveries: queries,
  autoPause,
  drawSecret,
  quarantineOf,
  eventTypes,
  refusalOf,
  rules: rulesOf,
}: {
  readonly inboxes: OwnInboxes;
  readonly deliveries: DeliveryQueries;
  readonly autoPause: PauseRule;
  readonly drawSecret: DrawWebhookSecret;
  readonly quarantineOf: SlowReceivers['quarantineOf'];
  /** All event types. */
  readonly eventTypes: () => readonly string[];
  /** Why deliveries to a URL are refused; undefined if they are allowed. */
  readonly refusalOf: (url: string) => string | undefined;
  /** Delivery rules of active scenarios in a sandbox. */
  readonly rules: FindRules;
}) => {
  const show = (
    sandbox: Sandbox,
    reading: Reading,
    endpoint: WebhookEndpointRecord,
    nextAttempts: ReadonlyMap<string, number>,
  ): Receiver => {
    const { id, url, status, streak, paused, chaos, secrets } = endpoint;
    const { former } = secrets;
    const count = (wanted: DeliveryRecord['status']): number =>
      reading.page(deliveries, { keys: [ofEndpointIn(id, wanted)], page: 0, size: 1 }).total;
    return {
      id,
      url,
      status,
      configured: id === CONFIGURED_ENDPOINT,
      events: endpoint.subscriptions,
      partnerIds: endpoint.sellers ?? null,
      paused: status === 'PAUSED' && paused !== undefined ? { at: toIsoDateTime(paused.at), why: paused.why } : null,
      failures: {
        count: streak?.failures ?? 0,
        most: autoPause.failures,
        since: streak && toIsoDateTime(streak.since),
        pausesAt: streak && toIsoDateTime(endOfFailureWindow(streak, autoPause)),
      },
      createdAt: toIsoDateTime(endpoint.createdAt),
      lastSuccessAt: toIsoDateTimeOrNull(endpoint.lastSuccessAt),
      deliveries: { pending: count('PENDING'), delivered: count('DELIVERED'), failed: count('FAILED') },
      chaos: chaos === undefined ? null : { since: toIsoDateTime(chaos.since), rules: chaos.rules },
      previousSecretExpiresAt:
        former !== undefined && reading.now < former.goodUntil ? toIsoDateTime(former.goodUntil) : null,
      inbox: inboxes.readUrl(url)?.name ?? null,
      quarantine: showQuarantine(quarantineOf(sandbox, id)),
      nextAttemptAt: toIsoDateTimeOrNull(nextAttempts.get(id) ?? null),
    };
  };

  return {
    /** In the order of their registration. */
    list: (sandbox: Sandbox): Promise<ReceiverList> =>
      sandbox.read(async (reading) => {
        const nextAttempts = nextAttemptsIn(reading);
        const rules = await rulesOf(sandbox, reading);
        return {
          data: reading
            .findAll(webhookEndpoints, EVERY_ENDPOINT)
            .map((endpoint) => show(sandbox, reading, endpoint, nextAttempts)),
          chaosOfScenarios: rules.map(({ since, ...rest }) => ({ ...rest, since: toIsoDateTime(since) })),
        };
      }),

    /** Registers a webhook endpoint without a client. */
    add: (
      sandbox: Sandbox,
      { url, events }: { readonly url: string; readonly events?: readonly string[] },
      administratorEmail: string,
    ): Promise<Receiver & { readonly secret: string }> => {
      const refusal = refusalOf(url);
      if (refusal !== undefined) throw violation('url', refusal, url);
      const subscriptions = toSubscriptions(events, eventTypes());
      return sandbox.transact((work) => {
        checkRoom(work, url, '/__admin/webhooks');
        const registration = { url, subscriptions, administratorEmail };
        const endpoint = registerEndpoint(work, { ...registration, secret: drawSecret });
        return { ...show(sandbox, work, endpoint, new Map()), secret: endpoint.secrets.current };
      });
    },

    /**
     * Pauses or reactivates a webhook endpoint, as a PATCH of its client does, and sets the faults that are injected into its
     * deliveries; null removes them. 404 if it is unknown.
     */
    change: async (sandbox: Sandbox, webhookId: string, { status, chaos }: ReceiverUpdate): Promise<Receiver> => {
      if (chaos !== undefined && chaos !== null) checkRules(chaos.rules, eventTypes());
      await sandbox.transact(async (work) => {
        const before = findEndpoint(work, webhookId);
        if (status !== undefined) await changeEndpoint(work, before, { ...before, status });
        if (chaos === undefined) return;
        const endpoint = findEndpoint(work, webhookId);
        const { chaos: _chaos, ...without } = endpoint;
        const since = work.now;
        const set = chaos && { chaos: { since, chance: chaos.seed ?? webhookId, rules: chaos.rules } };
        work.update(webhookEndpoints, endpoint, { ...without, ...set });
      });
      return sandbox.read((reading) =>
        show(sandbox, reading, findEndpoint(reading, webhookId), nextAttemptsIn(reading)),
      );
    },

    /** Deletes a webhook endpoint with its deliveries; 404 if it is unknown. */
    remove: (sandbox: Sandbox, webhookId: string): Promise<void> =>
      sandbox.transact((work) => removeEndpoint(work, findEndpoint(work, webhookId))),

    /** Sends the event of a delivery again; 404 and 409 like the API. */
    replay: async (sandbox: Sandbox, deliveryId: string): Promise<Delivery> => {
      const { id } = await sandbox.transact((work) => {
        const { endpointId } = needDelivery(work, deliveryId);
        return replayDelivery(work, findEndpoint(work, endpointId), deliveryId);
      });
      const shown = await queries.find(sandbox, id);
      if (shown === undefined) throw unknownDelivery(id);
      return shown;
    },

    /** Registers an inbox for all events, unless a webhook endpoint has its URL. */
    registerInbox: async (
      sandbox: Sandbox,
      name: string,
      administratorEmail: string,
    ): Promise<Pick<Inbox, 'webhookId' | 'secret' | 'created'>> => {
      const url = await inboxes.urlOf(sandbox, name);
      return sandbox.transact((work) => {
        const known = findByUrl(work, url);
        if (known === undefined) checkRoom(work, url);
        const registration = { url, subscriptions: toWildcards(eventTypes()), administratorEmail };
        const { id, secrets } = known ?? registerEndpoint(work, { ...registration, secret: drawSecret });
        return { webhookId: id, secret: secrets.current, created: known === undefined };
      });
    },

    rotateSecret: (sandbox: Sandbox, webhookId: string, window: string | undefined) =>
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

/** Throws 404 for an unknown delivery. */
export const needDelivery = (reading: Reading, id: string): DeliveryRecord => {
  const delivery = reading.get(deliveries, id);
  if (delivery !== undefined) return delivery;
  throw unknownDelivery(id);
};

export const unknownDelivery = (id: string): Error =>
  problem(
    'not-found',
    `There is no delivery ${id} in this sandbox; GET /__admin/deliveries lists those of the last 30 days.`,
  );

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

const showQuarantine = (quarantine: ReturnType<SlowReceivers['quarantineOf']>): Receiver['quarantine'] => {
  if (quarantine === undefined) return null;
  const { host, since } = quarantine;
  const limit = `${SLOW_RESPONSE / 1000} seconds`;
  return {
    host,
    since: toIsoDateTime(since),
    reason: `${host} took longer than ${limit} to respond, or did not respond, ${SLOW_UNTIL_QUARANTINE} times in a row.`,
    until: `It responds within ${limit}, with any status. Meanwhile it gets one attempt at a time.`,
  };
};
