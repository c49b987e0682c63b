import type { EndpointSteering } from '../../../control/webhooks/control-endpoints.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

/** Endpoint features without an API operation: secret rotation and delivery faults. */
export const controlWebhooks = (endpoints: EndpointSteering) =>
  defineBehaviours({
    rotateWebhookSecret: async ({ sandbox, path: { id }, body: { window } = {} }) => ({
      ...ok(await endpoints.rotateSecret(sandbox, id, window)),
      headers: NOT_STORED,
    }),
    getWebhookChaos: async ({ sandbox, path: { id } }) => ok(await endpoints.showChaos(sandbox, id)),
    setWebhookChaos: async ({ sandbox, path: { id }, body }) => ok(await endpoints.setChaos(sandbox, id, body)),
    clearWebhookChaos: async ({ sandbox, path: { id } }) => {
      await endpoints.clearChaos(sandbox, id);
      return NO_CONTENT;
    },
  });
