import type { Assumed } from '../../engine/assumptions/assumed.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import {
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  webhookEndpoints,
} from '../../engine/webhooks/model/webhook-endpoint.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Schemas } from '../api/behaviour.ts';
import { violation } from '../policy/problem.ts';
import { MOST_WEBHOOK_ENDPOINTS } from '../policy/limits.ts';
import type { DrawWebhookSecret } from './secret.ts';

interface Registration extends Pick<WebhookEndpointRecord, 'url' | 'subscriptions' | 'sellers' | 'administratorEmail'> {
  readonly drawSecret: DrawWebhookSecret;
}

/** Adds an active webhook endpoint with a new secret. */
export const registerEndpoint = (
  work: UnitOfWork,
  { drawSecret, ...registration }: Registration,
): WebhookEndpointRecord =>
  work.insert<WebhookEndpointRecord>(webhookEndpoints, ({ random, position }) => ({
    id: drawPrefixedId('wh_', random),
    position,
    ...registration,
    status: 'ACTIVE',
    version: 1,
    secrets: { current: secretIn(work.assumed, drawSecret(random.split('secret'))) },
    createdAt: work.now,
    lastSuccessAt: null,
    streak: null,
  }));

/** Assumption: webhook-secret-format. */
const secretIn = (assumed: Assumed, secret: string): string =>
  assumed.has('webhook-secret-format=without-prefix') ? secret.replace(/^whsec_/, '') : secret;

/** Wildcards for all event types. */
export const ALL_EVENTS: Schemas['EventSubscription'][] = [
  'compliance.*',
  'kyc.*',
  'export_file.*',
  'prospect.*',
  'self_service_invitation.*',
  'webhook.*',
];

/** Assumption: webhook-endpoint-limit. */
export const checkRoom = (work: Reading, url: string): void => {
  if (work.findAll(webhookEndpoints, EVERY_ENDPOINT).length < MOST_WEBHOOK_ENDPOINTS) return;
  const most = `the organization has ${String(MOST_WEBHOOK_ENDPOINTS)} webhook endpoints, the maximum`;
  throw violation('url', `cannot be registered: ${most}. Delete one first with DELETE /webhooks/{id}`, url);
};
