import { createConsoleCaller } from '../edges/http/console-caller.ts';
import { createSameOrigin } from '../edges/http/host-guard.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import type { Authenticator } from '../engine/ports/ports.ts';
import { type CallerOf, authorizationOf, createAnyCredential } from '../engine/ports/any-credential.ts';
import { problem } from '../engine/problems/problem.ts';
import { bearerTokenIn, createBearerAuthenticator } from '../identity/bearer-authenticator.ts';
import { createConsoleSessions } from '../identity/console-sessions.ts';
import { createIdentityProvider } from '../identity/identity-provider.ts';
import { createKeyRing } from '../identity/key-ring.ts';
import { createKeys, shareKeys } from '../identity/signing-keys.ts';
import { readClientId } from '../identity/token-endpoint.ts';
import { type TokenClocks, type Tokens, createTokens } from '../identity/tokens.ts';
import type { ConsoleAccess, Foundation, Identity } from './parts.ts';

export const openIdentity = (parts: Foundation): Identity => {
  const { config, clock, ids, isForeign, isHosted, processId, known, persistence, guesses, observers } = parts;
  const { clients } = known;
  const { sandboxes } = persistence;
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
  const tokens = createTokens(clocks, ids.split('identity'), keys, clients.tokenEndOf, observers.tokens.recognize);
  clients.onTokensEnd(tokens.forget);
  const ofTokens = createBearerAuthenticator(tokens, clients);
  return {
    ...(isForeign ? shareSandboxes(parts, tokens, ofTokens) : { authenticator: ofTokens, ofTokens }),
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

const SANDBOX_HEADER = 'x-mock-sandbox';

/**
 * The callers of an API that knows none of ours. The secret of a client, or a token issued for it, selects its sandbox as
 * whatever credential the description asks for; on a server without strangers, a header does, too. All others share one
 * sandbox, which a hosted server does not have.
 */
const shareSandboxes = (
  { isHosted, known: { clients, usual, usualClient } }: Foundation,
  tokens: Tokens,
  ofTokens: Authenticator,
): Pick<Identity, 'authenticator' | 'ofTokens'> => {
  const named = (sandbox: string) => {
    const organization = clients.findBySandbox(sandbox);
    if (organization === undefined)
      throw problem('malformed-request', {
        detail: `X-Mock-Sandbox: there is no sandbox "${sandbox}"; GET /__admin/sandboxes lists them, POST creates one.`,
      });
    return { clientId: usualClient, organization };
  };
  const ofSecret = async (credential: string) => {
    // A token has three parts (RFC 7515, section 3.1): checking a signature takes long, seeing that there is none does not.
    const clientId = credential.split('.').length === 3 ? await tokens.clientOf(credential) : undefined;
    const member = clients.findBySecret(credential) ?? clients.find(clientId ?? '');
    return member && { clientId: member.client.clientId, organization: member.organization };
  };
  const callerOf: CallerOf = async (request, credentials) => {
    const sandbox = isHosted ? undefined : request.header(SANDBOX_HEADER);
    if (sandbox !== undefined) return named(sandbox);
    for (const credential of credentials) {
      const caller = await ofSecret(credential);
      if (caller !== undefined) return caller;
    }
    if (isHosted && credentials.length > 0)
      throw problem('unauthorized', {
        detail: 'The credential selects no sandbox: send the secret of one of its clients as credential.',
      });
    return usual === undefined ? undefined : { clientId: usualClient, organization: usual };
  };
  return {
    authenticator: createAnyCredential(callerOf),
    ofTokens: {
      authenticate: async (request, operation) =>
        (await ofSecret(authorizationOf(request)[0] ?? '')) ?? ofTokens.authenticate(request, operation),
    },
  };
};

export const openConsoleAccess = ({
  config,
  clock,
  after,
  known: { clients },
  persistence: { replication },
}: Foundation): ConsoleAccess | undefined => {
  if (config.console === 'off') return undefined;
  const parts = { clients, random: secureRandom, clock, after };
  const sessions = replication?.openSessions(parts) ?? createConsoleSessions(parts);
  return { sessions, caller: createConsoleCaller(sessions, createSameOrigin(config.publicUrl)) };
};
