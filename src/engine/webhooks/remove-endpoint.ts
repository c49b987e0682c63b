import { readWhole } from '../sandbox/read-whole.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { deliveries, ofEndpoint } from './model/delivery.ts';
import { cancelFailureWindow } from './pause.ts';
import { removeDelivery } from './model/purge.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from './model/webhook-endpoint.ts';

/** Drops pending deliveries and deletes the history. Assumption: webhook-deletion. */
export const removeEndpoint = async (work: UnitOfWork, endpoint: WebhookEndpointRecord): Promise<void> => {
  for (const delivery of await readWhole(work, deliveries, { keys: [ofEndpoint(endpoint.id)] })) {
    removeDelivery(work, delivery);
    await work.pause();
  }
  cancelFailureWindow(work, endpoint.id);
  work.remove(webhookEndpoints, endpoint);
};
