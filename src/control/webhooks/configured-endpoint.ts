import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { removeEndpoint } from '../../engine/webhooks/schedule.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../engine/webhooks/endpoint.ts';

/** Receiver of the events of every sandbox, configured by the operator without a registration. */
export interface ConfiguredReceiver {
  readonly url: string;
  readonly secret: string;
  /** All event types. */
  readonly subscriptions: readonly string[];
}

/** Id of the webhook endpoint from the settings: the same in every sandbox, so that it is recognizable in lists. */
export const CONFIGURED_ENDPOINT = 'wh_00000000000000000000000000';

/**
 * Creates, updates or removes the webhook endpoint from the settings in a sandbox. It behaves like any other endpoint:
 * shown, signed for, retried and paused.
 */
export const keepConfiguredEndpoint = async (
  sandbox: Sandbox,
  receiver: ConfiguredReceiver | undefined,
  administratorEmail: string,
): Promise<void> => {
  const known = await sandbox.read((work) => work.get(webhookEndpoints, CONFIGURED_ENDPOINT));
  if (isAsWanted(known, receiver)) return;
  await sandbox.transact(async (work) => {
    const before = work.get(webhookEndpoints, CONFIGURED_ENDPOINT);
    if (receiver === undefined) {
      if (before !== undefined) await removeEndpoint(work, before);
      return;
    }
    const { url, secret, subscriptions } = receiver;
    if (before === undefined)
      work.insert<WebhookEndpointRecord>(webhookEndpoints, ({ position }) => ({
        id: CONFIGURED_ENDPOINT,
        position,
        url,
        subscriptions,
        sellers: undefined,
        status: 'ACTIVE',
        version: 1,
        secrets: { current: secret },
        administratorEmail,
        createdAt: work.now,
        lastSuccessAt: null,
        streak: null,
      }));
    else
      work.update(webhookEndpoints, before, {
        ...before,
        url,
        subscriptions,
        secrets: { current: secret },
        version: before.version + 1,
      });
  });
};

const isAsWanted = (known: WebhookEndpointRecord | undefined, receiver: ConfiguredReceiver | undefined): boolean =>
  known === undefined || receiver === undefined
    ? known === receiver
    : known.url === receiver.url &&
      known.secrets.current === receiver.secret &&
      known.subscriptions.join() === receiver.subscriptions.join();
