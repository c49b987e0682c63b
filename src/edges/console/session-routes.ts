import { problem } from '../../engine/problems/problem.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import {
  type ConsoleSessions,
  type ConsoleUser,
  LONGEST_SESSION,
  type Visitor,
} from '../../identity/console-sessions.ts';
import { type VisitorOrigin, unknownSecret } from '../../control/visitors/admit-visitor.ts';
import type { GuessLimit } from '../../identity/guess-limit.ts';
import type { Organization } from '../../identity/organization.ts';
import { type ApiRequest, jsonContent, type Reply } from '../../kernel/http.ts';
import { type ConsoleCaller, sessionCookie } from '../http/console-caller.ts';
import type { Handle } from '../http/routes.ts';
import type { SenderOf } from '../http/sender-network.ts';
import { type Credentials, readCredentials, SESSION_HEADERS } from './read-credentials.ts';
import type { ViewSession } from './view-session.ts';

interface SessionRoutesParts {
  readonly sessions: ConsoleSessions;
  readonly caller: ConsoleCaller;
  readonly clients: Pick<ClientDirectory, 'find' | 'secretsOf' | 'isSecret'>;
  readonly isOperatorToken: (token: string) => boolean;
  /** Slows down guesses of secrets and of the operator token. */
  readonly guesses: GuessLimit;
  /** Loads an organization's sandbox, so that its clock can be read. */
  readonly prepare: (organization: Organization) => unknown;
  readonly senderOf: SenderOf;
  /** Admits a visitor by the secret of a link; undefined if no link has it. */
  readonly admit: AdmitVisitor;
  readonly view: ViewSession;
}

type AdmitVisitor = (secret: string, origin: VisitorOrigin) => Promise<Visitor | undefined>;

const ALLOW = 'GET, HEAD, POST, DELETE';

/** Signs in to the console and out of it, and says who is signed in. */
export const createSessionRoutes = (parts: SessionRoutesParts): Handle => {
  const { sessions, caller, view } = parts;
  const end = async (request: ApiRequest): Promise<void> => {
    const secret = sessionCookie.read(request);
    if (secret !== undefined) await sessions.end(secret);
  };
  const signIn = createSignIn(parts);
  return async (request) => {
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return {
          status: 200,
          headers: SESSION_HEADERS,
          content: jsonContent(view(request, await caller.sessionOf(request))),
        };
      case 'POST': {
        caller.check(request);
        const user = await signIn(request);
        await end(request);
        const secret = await sessions.open(user);
        return {
          status: 200,
          headers: { ...SESSION_HEADERS, 'set-cookie': sessionCookie.set(request, secret, LONGEST_SESSION / 1000) },
          content: jsonContent(view(request, await sessions.find(secret))),
        };
      }
      case 'DELETE':
        caller.check(request);
        await end(request);
        return {
          status: 204,
          headers: { ...SESSION_HEADERS, 'set-cookie': sessionCookie.clear(request) },
        } satisfies Reply;
      default:
        throw problem('method-not-allowed', {
          detail: `${request.method} does nothing here: GET says who is signed in, POST signs in, DELETE signs out.`,
          headers: { allow: ALLOW },
        });
    }
  };
};

/** Returns who may sign in with the credentials of a request; throws 401, and 429 after too many wrong ones. */
const createSignIn = ({ clients, isOperatorToken, guesses, prepare, admit, caller, senderOf }: SessionRoutesParts) => {
  const recognize = async (credentials: Credentials, request: ApiRequest): Promise<ConsoleUser | undefined> => {
    if (credentials.kind === 'link') {
      const former = (await caller.sessionOf(request))?.user;
      return admit(credentials.link, { former, address: senderOf(request) ?? '' });
    }
    if (credentials.kind === 'operator')
      return isOperatorToken(credentials.operatorToken) ? { kind: 'operator' } : undefined;
    const { clientId, clientSecret } = credentials;
    const member = clients.find(clientId);
    // The window of a rotation ends by the sandbox's clock, so the sandbox must be loaded.
    if (member !== undefined && clients.secretsOf(clientId)?.previous !== undefined) await prepare(member.organization);
    return member !== undefined && clients.isSecret(clientId, clientSecret) ? { kind: 'client', clientId } : undefined;
  };

  return async (request: ApiRequest): Promise<ConsoleUser> => {
    const credentials = await readCredentials(request);
    const seconds = await guesses.waitOf(request);
    if (seconds > 0) throw tooManyGuesses(seconds);
    const user = await recognize(credentials, request);
    if (user === undefined) {
      await guesses.failed(request);
      throw refusal(credentials);
    }
    if (user.kind === 'client') checkMayHaveTokens(clients, user.clientId);
    return user;
  };
};

export const tooManyGuesses = (seconds: number): Error =>
  problem('rate-limited', {
    detail: `Too many wrong secrets came from this address. Wait ${String(seconds)} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });

/** The same for an unknown client and a wrong secret. */
const refusal = ({ kind }: Credentials): Error => {
  if (kind === 'link') return unknownSecret();
  return problem('unauthorized', {
    detail:
      kind === 'operator'
        ? 'This is not the operator’s token, with which the server was started in ADMIN_TOKEN.'
        : 'No client of this server has this client id with this secret.',
  });
};

/** Its secret is right, so its owner may know why. */
const checkMayHaveTokens = (clients: Pick<ClientDirectory, 'find'>, clientId: string): void => {
  const { enabled, serviceAccountsEnabled = true } = clients.find(clientId)?.client ?? { enabled: false };
  if (enabled && serviceAccountsEnabled) return;
  throw problem('forbidden', {
    detail: `The client ${clientId} is disabled: sign in with another one, or enable it with PATCH /__admin/clients/${clientId}.`,
  });
};
