import type { TokenNotes } from '../control/activity/note-token-requests.ts';
import type { Handle } from '../edges/http/routes.ts';
import type { Authenticator } from '../engine/ports/ports.ts';
import { bearerTokenIn, createBearerAuthenticator } from '../identity/bearer-authenticator.ts';
import { createIdentityProvider } from '../identity/identity-provider.ts';
import { type KeyRing, createKeyRing } from '../identity/key-ring.ts';
import type { GuessLimit } from '../identity/guess-limit.ts';
import { createKeys, shareKeys } from '../identity/signing-keys.ts';
import { readClientId } from '../identity/token-endpoint.ts';
import { type TokenClocks, createTokens } from '../identity/tokens.ts';
import type { ApiRequest } from '../kernel/http.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Persistence } from './persistence.ts';

/** Issues and authenticates tokens. */
export interface Identity {
  readonly authenticator: Authenticator;
  /** Handles the token endpoint and the routes beside it. */
  readonly handle: Handle;
  readonly keys: KeyRing;
  /** The sandbox of the organization whose token a request carries, or asks for; undefined if it carries no valid one. */
  readonly sandboxOf: (request: ApiRequest) => Promise<string | undefined>;
  /** Issues a token without an HTTP request; it is not observed unless it is for a client under test. */
  readonly issue: (clientId: string, origin: string, use?: TokenUse) => Promise<string>;
}

interface TokenUse {
  readonly isUnobserved: boolean;
}

interface IdentityParts {
  readonly known: KnownOrganizations;
  readonly persistence: Persistence;
  readonly guesses: GuessLimit;
  readonly notes: Pick<TokenNotes, 'recognize'>;
}

/** Undefined for a third-party description, which accepts any credential. */
export const openIdentity = (
  runtime: RuntimeContext,
  { known, persistence, guesses, notes }: IdentityParts,
): Identity | undefined => {
  const { config, clock, ids, isForeign, isHosted, processId } = runtime;
  const { clients } = known;
  const { sandboxes } = persistence;
  if (isForeign) return undefined;
  // Tokens expire by the clock of their sandbox.
  const clocks: TokenClocks = {
    wall: clock,
    prepare: sandboxes.clockOf,
    of: (uuid) => sandboxes.inUse.get(uuid)?.clock ?? clock,
    refresh:
      persistence.replication &&
      (async (clientId) => {
        const organization = clients.find(clientId)?.organization;
        if (organization !== undefined) await sandboxes.of(organization);
      }),
  };
  const keys = persistence.keys ?? createKeyRing(clock, isHosted ? createKeys() : shareKeys(processId));
  const tokens = createTokens(clocks, ids.split('identity'), keys, clients.tokenEndOf, notes.recognize);
  clients.onTokensEnd(tokens.forget);
  return {
    authenticator: createBearerAuthenticator(tokens, clients),
    keys,
    sandboxOf: async (request) => {
      const clientId = (await tokens.clientOf(bearerTokenIn(request) ?? '')) ?? (await readClientId(request));
      return clientId === undefined ? undefined : clients.find(clientId)?.organization.sandbox;
    },
    handle: createIdentityProvider({
      tokens,
      clients,
      profile: config.identityProfile,
      guesses,
      prepare: sandboxes.clockOf,
    }),
    issue: async (clientId, origin, { isUnobserved } = { isUnobserved: true }) => {
      const member = clients.find(clientId);
      if (member === undefined) throw new Error(`no client "${clientId}" among the organizations`);
      const secretNumber = clients.secretsOf(clientId)?.number ?? 0;
      return tokens.issue(member, origin, { secretNumber, isUnobserved });
    },
  };
};
