import type { CheckDeliverySignature } from '../../../control/webhooks/check-delivery-signature.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, ok } from '../behaviour/usual-outcomes.ts';

/** Whether a delivery is genuine, and if not, why. */
export const checkSignatures = (check: CheckDeliverySignature) =>
  defineBehaviours({
    verifyWebhook: async ({ sandbox, body }) => ({ ...ok(await check(sandbox, body)), headers: NOT_STORED }),
  });
