import type { ConfiguredReceiver } from '../control/webhooks/configured-endpoint.ts';
import { createRandom } from '../kernel/random.ts';
import { drawWebhookSecret } from '../vat/webhook-endpoints/secret.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Where --webhook-url sends every event; undefined without it. The secret is the same in every run of the same seed. */
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
