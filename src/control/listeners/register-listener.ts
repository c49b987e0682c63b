import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, ofEndpointIn } from '../../engine/webhooks/delivery.ts';
import { pauseEndpoint, scheduleAttempt } from '../../engine/webhooks/schedule.ts';
import {
  type Secrets,
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  webhookEndpoints,
} from '../../engine/webhooks/endpoint.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import { DELIVERY_POLICY } from '../../vat/policy/delivery-policy.ts';
import type { DrawWebhookSecret } from '../../vat/webhook-endpoints/secret.ts';
import { toListenerUrl } from './listener-address.ts';

/** JSON. */
export interface ListenerWish {
  readonly name: string;
  readonly subscriptions: readonly string[];
  /** Signing secret that the receiver already has; undefined for the previous one, or a new one. */
  readonly secret: string | undefined;
  readonly administratorEmail: string;
}

interface ListenerSettings extends ListenerWish {
  readonly drawSecret: DrawWebhookSecret;
}

interface RegisteredListener {
  readonly endpoint: WebhookEndpointRecord;
  /** Number of earlier deliveries that are sent now. */
  readonly waiting: number;
}

/**
 * The webhook endpoint of a listener: registered on first connection, later found by its name, with its secret and its
 * pending deliveries.
 */
export const registerListener = async (work: UnitOfWork, wish: ListenerSettings): Promise<RegisteredListener> => {
  const { name, subscriptions, secret, administratorEmail, drawSecret } = wish;
  const before = findListener(work, name);
  if (before === undefined) {
    const endpoint = work.insert<WebhookEndpointRecord>(webhookEndpoints, ({ random, position }) => ({
      id: drawPrefixedId('wh_', random),
      position,
      url: toListenerUrl(name),
      subscriptions,
      sellers: undefined,
      status: 'ACTIVE',
      version: 1,
      secrets: { current: secret ?? drawSecret(random.split('secret')) },
      administratorEmail,
      createdAt: work.now,
      lastSuccessAt: null,
      streak: null,
    }));
    return { endpoint, waiting: 0 };
  }
  const endpoint = work.update(webhookEndpoints, before, {
    ...before,
    subscriptions,
    ...(isNew(secret, before.secrets) ? { secrets: { current: secret } } : {}),
    ...(before.status === 'PAUSED' ? { status: 'ACTIVE', version: before.version + 1, streak: null } : {}),
  });
  return { endpoint, waiting: await goOn(work, endpoint) };
};

/** A listener that still sends a rotated secret does not restore it. */
const isNew = (secret: string | undefined, { current, former }: Secrets): secret is string =>
  secret !== undefined && secret !== current && secret !== former?.secret;

/** Reschedules pending deliveries to be sent immediately, except those in progress. */
const goOn = async (work: UnitOfWork, { id }: WebhookEndpointRecord): Promise<number> => {
  const pending = await readWhole(work, deliveries, { keys: [ofEndpointIn(id, 'PENDING')] });
  const waiting = pending.filter(
    ({ createdAt, nextRetryAt }) => isLater(nextRetryAt, work) && isYoung(createdAt, work),
  );
  for (const delivery of waiting) {
    const next: DeliveryRecord = work.update(deliveries, delivery, {
      ...delivery,
      status: 'PENDING',
      nextRetryAt: work.now,
    });
    scheduleAttempt(work, next, work.now);
    await work.pause();
  }
  return waiting.length;
};

const isLater = (nextRetryAt: number | null, { now }: Reading): boolean => nextRetryAt === null || nextRetryAt > now;
const isYoung = (createdAt: number, { now }: Reading): boolean => createdAt + DELIVERY_POLICY.retries.span > now;

/**
 * Pauses the webhook endpoint of a disconnected listener, so that nothing is sent and no failures are reported until it
 * returns. False if there is no such listener.
 */
export const restListener = async (work: UnitOfWork, name: string): Promise<boolean> => {
  const endpoint = findListener(work, name);
  if (endpoint?.status === 'ACTIVE') await pauseEndpoint(work, endpoint, 'CLIENT');
  return endpoint !== undefined;
};

const findListener = (work: Reading, name: string): WebhookEndpointRecord | undefined => {
  const url = toListenerUrl(name);
  return work.findAll(webhookEndpoints, EVERY_ENDPOINT).find((endpoint) => endpoint.url === url);
};
