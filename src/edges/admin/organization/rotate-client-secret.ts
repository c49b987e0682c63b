import type { RotateClientSecret } from '../../../control/organization/rotate-client-secret.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { jsonContent } from '../../../kernel/http.ts';

/** A new secret for a client, shown once. */
export const rotateClientSecret =
  (rotate: RotateClientSecret): Behaviour =>
  async ({ caller, pathParameters, input }) => {
    const { clientId = '' } = pathParameters;
    const { window } = (input.body ?? {}) as { readonly window?: string };
    const { clientSecret, previousSecretExpiresAt } = await rotate(caller?.organization?.uuid, clientId, window);
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      content: jsonContent({
        clientId,
        clientSecret,
        previousSecretExpiresAt: toIsoDateTime(previousSecretExpiresAt),
      }),
    };
  };
