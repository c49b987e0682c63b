import { andThen } from '../kernel/and-then.ts';
import { createConsoleCaller } from '../edges/http/console-caller.ts';
import { createSameOrigin } from '../edges/http/host-guard.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import type { Authenticator } from '../engine/ports/ports.ts';
import { type CallerOf, authorizationOf, createAnyCredential } from '../engine/ports/any-credential.ts';
import { problem } from '../engine/problems/problem.ts';
import { bearerTokenIn, createBearerAuthenticator } from '../identity/bearer-authenticator.ts';
import { type ConsoleSessions, createConsoleSessions } from '../identity/console-sessions.ts';
import { createIdentityProvider } from '../identity/identity-provider.ts';
import { createKeyRing } from '../identity/key-ring.ts';
import { createKeys, shareKeys } from '../identity/signing-keys.ts';
import { readClientId } from '../identity/token-endpoint.ts';
import type { ApiRequest } from '../kernel/http.ts';
import { type TokenClocks, type Tokens, createTokens } from '../identity/tokens.ts';
import type { Foundation } from './foundation.ts';

/** Issues and authenticates tokens. */
export const openIdentity = (parts: Foundation) => {
  const { config, clock, ids, isForeign, isHosted, processId, known, persistence, guesses } = parts;
  const { clients } = known;
  const { sandboxes } = persistence;
  // Tokens expire by the clock of their sandbox.
  const clocks: TokenClocks = {
    wall: clock,
    prepare: sandboxes.clockOf,
    of: (uuid) => sandboxes.inUse.get(uuid)?.clock,
    refresh:
      persistence.replication &&
      (async (clientId) => {
        const organization = clients.find(clientId)?.organization;
        if (organization !== undefined) await sandboxes.of(organization);
      }),
  };
  const keys = persistence.keys ?? createKeyRing(clock, isHosted ? createKeys() : shareKeys(processId));
  const tokens = createTokens(clocks, ids.split('identity'), keys, clients.tokenEndOf);
  clients.onTokensEnd(tokens.forget);
  const ofTokens = createBearerAuthenticator(tokens, clients);
  return {
    /** `authenticator` of the API's callers, `ofTokens` of access tokens and of what else selects the sandbox of a client. */
    ...(isForeign ? shareSandboxes(parts, tokens, ofTokens) : { authenticator: ofTokens, ofTokens }),
    keys,
    expiredToken: tokens.expired,
    /** The sandbox of the organization whose token a request carries, or asks for; undefined if it carries no valid one. */
    sandboxOf: (request: ApiRequest): string | undefined | Promise<string | undefined> =>
      andThen(tokens.clientOf(bearerTokenIn(request) ?? ''), (ofToken) =>
        andThen(ofToken ?? readClientId(request), (clientId) =>
          clientId === undefined ? undefined : clients.find(clientId)?.organization.sandbox,
        ),
      ),
    /** Handles the token endpoint and the routes beside it. */
    handle: createIdentityProvider({
      tokens,
      clients,
      profile: config.identityProfile,
      guesses,
      prepare: sandboxes.clockOf,
    }),
    /** Issues a token without an HTTP request; it is not observed unless it is for a client under test. */
    issue: async (clientId: string, origin: string, { isUnobserved } = { isUnobserved: true }): Promise<string> => {
      const member = clients.find(clientId);
      if (member === undefined) throw new Error(`no client "${clientId}" among the organizations`);
      const secretNumber = clients.secretsOf(clientId)?.number ?? 0;
      return tokens.issue(member, origin, { secretNumber, isUnobserved });
    },
  };
};

const SANDBOX_HEADER = 'x-mock-sandbox';

/**
 * The callers of an API that knows none of ours. The secret of a client, or a token issued for it, selects its sandbox as
 * whatever credential the description asks for; on a server without strangers, a header does, too. All others share one
 * sandbox, which a hosted server does not have.
 */
const shareSandboxes = (
  { isHosted, known }: Foundation,
  tokens: Tokens,
  ofTokens: Authenticator,
): { readonly authenticator: Authenticator; readonly ofTokens: Authenticator } => {
  const { clients, usualClient } = known;
  const named = (sandbox: string) => {
    const organization = clients.findBySandbox(sandbox);
    if (organization === undefined)
      throw problem('malformed-request', {
        detail: `X-Mock-Sandbox: there is no sandbox "${sandbox}"; GET /__admin/sandboxes lists them, POST creates one.`,
      });
    return { clientId: usualClient, organization };
  };
  /** Of the first of them that is one, without waiting where none may be a token. */
  const ofSecrets = ([credential, ...others]: readonly string[]): ReturnType<CallerOf> => {
    if (credential === undefined) return undefined;
    // A token has three parts (RFC 7515, section 3.1): checking a signature takes long, seeing that there is none does not.
    const ofToken = credential.split('.').length === 3 ? tokens.clientOf(credential) : undefined;
    return andThen(ofToken, (clientId) => {
      const member = clients.findBySecret(credential) ?? clients.find(clientId ?? '');
      return member ? { clientId: member.client.clientId, organization: member.organization } : ofSecrets(others);
    });
  };
  const callerOf: CallerOf = (request, credentials) => {
    const sandbox = isHosted ? undefined : request.header(SANDBOX_HEADER);
    if (sandbox !== undefined) return named(sandbox);
    return andThen(ofSecrets(credentials), (caller) => {
      if (caller !== undefined) return caller;
      if (isHosted && credentials.length > 0)
        throw problem('unauthorized', {
          detail: 'The credential selects no sandbox: send the secret of one of its clients as credential.',
        });
      const { usual } = known;
      return usual && { clientId: usualClient, organization: usual };
    });
  };
  return {
    authenticator: createAnyCredential(callerOf),
    ofTokens: {
      authenticate: async (request, operation) =>
        (await ofSecrets(authorizationOf(request))) ?? ofTokens.authenticate(request, operation),
    },
  };
};

/** Sessions of the browser console, and how its requests are recognized. */
export type ConsoleAccess = NonNullable<ReturnType<typeof openConsoleAccess>>;

export const openConsoleAccess = ({
  config,
  clock,
  after,
  known: { clients },
  persistence: { replication },
}: Foundation) => {
  if (config.console === 'off') return undefined;
  const parts = { clients, random: secureRandom, clock, after };
  const sessions: ConsoleSessions = replication?.openSessions(parts) ?? createConsoleSessions(parts);
  return { sessions, caller: createConsoleCaller(sessions, createSameOrigin(config.publicUrl)) };
};
