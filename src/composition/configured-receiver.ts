import type { ConfiguredReceiver } from '../control/webhooks/configured-endpoint.ts';
import { createRandom } from '../kernel/random.ts';
import { drawWebhookSecret } from '../vat/webhook-endpoints/secret.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Receiver of all events from --webhook-url; undefined without it. The secret depends only on the seed. */
export const toConfiguredReceiver = ({
  config: { webhookUrl, webhookSecret, seed },
  contract,
}: Pick<RuntimeContext, 'config' | 'contract'>): ConfiguredReceiver | undefined =>
  webhookUrl === undefined
    ? undefined
    : {
        url: webhookUrl,
        secret: webhookSecret ?? drawWebhookSecret(createRandom(`${seed}/webhook-url`)),
        subscriptions: [...new Set([...contract.events.keys()].map((type) => `${type.split('.')[0] ?? type}.*`))],
      };
