import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { type DeliveryRecord, type MessageRecord, deliveries } from '../../../../src/engine/webhooks/delivery.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../../../src/engine/webhooks/endpoint.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';

export const MESSAGE: MessageRecord = { eventId: 'evt_1', eventType: 'order.created', body: '{"a":1}' };

/** A delivery as it is kept: one that has just begun, but for what a test says. */
export const createDelivery = (
  more: { readonly [Name in keyof DeliveryRecord]?: DeliveryRecord[Name] } = {},
): DeliveryRecord =>
  ({
    id: 'del_1',
    endpointId: 'wh_1',
    eventId: 'evt_1',
    eventType: 'order.created',
    status: 'PENDING',
    httpStatus: null,
    attempts: 0,
    lastAttemptAt: null,
    nextRetryAt: TEST_NOW,
    createdAt: TEST_NOW,
    isTest: false,
    tries: [],
    ...more,
  }) as DeliveryRecord;

export const createEndpoint = (more: Partial<WebhookEndpointRecord> = {}): WebhookEndpointRecord => ({
  id: 'wh_1',
  position: 1,
  url: 'https://receiver.example/hook',
  subscriptions: ['order.created'],
  sellers: undefined,
  status: 'ACTIVE',
  version: 1,
  secrets: { current: 'whsec_current' },
  administratorEmail: 'admin@demo.example',
  createdAt: TEST_NOW,
  lastSuccessAt: null,
  streak: null,
  ...more,
});

export const keepDeliveries = (sandbox: Sandbox, ...records: readonly DeliveryRecord[]): Promise<void> =>
  sandbox.transact((work) => {
    for (const record of records) work.insert(deliveries, () => record);
  });

export const keepEndpoints = (sandbox: Sandbox, ...records: readonly WebhookEndpointRecord[]): Promise<void> =>
  sandbox.transact((work) => {
    for (const record of records) work.insert(webhookEndpoints, () => record);
  });

export const readDelivery = (sandbox: Sandbox, id: string): Promise<DeliveryRecord | undefined> =>
  sandbox.read((reading) => reading.get(deliveries, id));

export const readEndpoint = (sandbox: Sandbox, id: string): Promise<WebhookEndpointRecord | undefined> =>
  sandbox.read((reading) => reading.get(webhookEndpoints, id));
