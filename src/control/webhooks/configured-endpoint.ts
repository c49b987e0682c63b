import type { Contract } from '../../engine/contract/contract.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import {
  type WebhookEndpointRecord,
  webhookEndpoints,
  drawWebhookSecret,
  registerEndpoint,
} from '../../engine/webhooks/endpoint.ts';
import { removeEndpoint } from '../../engine/webhooks/schedule.ts';
import { createRandom } from '../../kernel/random.ts';
import { subscribableTypes, toWildcards } from './subscriptions.ts';
/** Receiver of the events of every sandbox, configured by the operator without a registration. */
interface ConfiguredReceiver {
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
    if (before === undefined) registerEndpoint(work, { id: CONFIGURED_ENDPOINT, ...receiver, administratorEmail });
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

/** Receiver of all events from --webhook-url; undefined without it. The secret depends only on the seed. */
export const toConfiguredReceiver = ({
  config: { webhookUrl, webhookSecret, seed },
  contract,
}: {
  readonly config: {
    readonly webhookUrl: string | undefined;
    readonly webhookSecret: string | undefined;
    readonly seed: string;
  };
  readonly contract: Pick<Contract, 'events'>;
}): ConfiguredReceiver | undefined =>
  webhookUrl === undefined
    ? undefined
    : {
        url: webhookUrl,
        secret: webhookSecret ?? drawWebhookSecret(createRandom(`${seed}/webhook-url`)),
        subscriptions: toWildcards(subscribableTypes(contract)),
      };
