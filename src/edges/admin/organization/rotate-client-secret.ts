import type { RotateClientSecret } from '../../../control/organization/rotate-client-secret.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** A new secret for a client, shown once. */
export const rotateClientSecret = (rotate: RotateClientSecret) =>
  defineBehaviours({
    rotateClientSecret: async ({ organization, path: { clientId }, body: { window } = {} }) => {
      const { clientSecret, previousSecretExpiresAt } = await rotate(organization, clientId, window);
      return {
        status: 200,
        headers: NOT_STORED,
        body: { clientId, clientSecret, previousSecretExpiresAt: toIsoDateTime(previousSecretExpiresAt) },
      };
    },
  });
