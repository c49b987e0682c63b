import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Sandboxes } from '../../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { DurationError, parseDuration } from '../../../kernel/duration.ts';
import { jsonContent } from '../../../kernel/http.ts';
import type { OrganizationClients } from '../../../control/organization/organization-clients.ts';

/** "A rotation window (typically 24 to 72 hours)". */
const DEFAULT_WINDOW = 'PT24H';
const LONGEST_WINDOW = 'P365D';

export interface RotationParts {
  readonly clients: Pick<ClientDirectory, 'find'>;
  readonly own: Pick<OrganizationClients, 'rotateSecret'>;
  readonly sandboxes: Pick<Sandboxes, 'of'>;
}

/** "A new secret is requested from support or via the identity provider's admin API": here it is one call. */
export const rotateClientSecret =
  ({ clients, own, sandboxes }: RotationParts): Behaviour =>
  async ({ caller, pathParameters, input }) => {
    const { clientId = '' } = pathParameters;
    const member = clients.find(clientId);
    const { window = DEFAULT_WINDOW } = (input.body ?? {}) as { readonly window?: string };
    // Somebody else's client and one that does not exist look the same from outside.
    if (member === undefined || member.organization.uuid !== caller?.organization?.uuid)
      throw problem('not-found', {
        detail: `The caller's organization has no client "${clientId}". Send a token of the client's own organization.`,
      });
    // The window ends on the clock of the sandbox, which has to be there to be read.
    await sandboxes.of(member.organization);
    const { clientSecret, previousSecretExpiresAt } = await own.rotateSecret(clientId, readWindow(window));
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

/** How long a former secret stays good, in milliseconds. */
export const readWindow = (window: string): number => {
  try {
    const milliseconds = parseDuration(window);
    if (milliseconds <= parseDuration(LONGEST_WINDOW)) return milliseconds;
    throw new DurationError(`"${window}" is longer than ${LONGEST_WINDOW}`);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw problem('validation-error', {
      detail: `window: ${error.message}.`,
      errors: [{ field: 'window', message: error.message, rejectedValue: window }],
    });
  }
};
