import { problem } from '../../engine/problems/problem.ts';
import type { createSignUps } from '../../control/visitors/sign-ups.ts';
import { type VisitorLinks, refuseVisitor } from '../../control/visitors/visitor-links.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type ConsoleSessions, type ConsoleUser, LONGEST_SESSION } from '../../identity/console-sessions.ts';
import { type GuessLimit, tooManyGuesses } from '../../identity/guess-limit.ts';
import type { Organization } from '../../identity/organization.ts';
import { type ApiRequest, BodyTooLarge, type Handle, jsonContent, type Reply } from '../../kernel/http.ts';
import { isObject, parsedOr } from '../../kernel/json.ts';
import { toEssence } from '../../kernel/media-type.ts';
import { type ConsoleCaller, sessionCookie } from '../http/console-caller.ts';
import type { SenderOf } from '../http/sender-network.ts';
import type { createViewSession } from './view-session.ts';

/** Headers of all responses about sessions. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The calls of the console about its session, by their paths below it. */
export const createSessionRoutes = (parts: {
  readonly sessions: ConsoleSessions;
  readonly caller: ConsoleCaller;
  readonly clients: ClientDirectory;
  readonly isOperatorToken: (token: string) => boolean;
  /** Slows down guesses of secrets and of the operator token. */
  readonly guesses: GuessLimit;
  /** Loads an organization's sandbox, so that its clock can be read. */
  readonly prepare: (organization: Organization) => unknown;
  readonly senderOf: SenderOf;
  /** The ways by which visitors come: links, and signing up. */
  readonly visitors: () => Promise<{
    readonly visitorLinks: VisitorLinks;
    readonly signUps: ReturnType<typeof createSignUps>;
  }>;
  readonly view: ReturnType<typeof createViewSession>;
}): Readonly<Record<string, Handle>> => {
  const { sessions, caller, clients, guesses, senderOf, visitors, view } = parts;

  const reply = (value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
    status: 200,
    headers: { ...HEADERS, ...headers },
    content: jsonContent(value),
  });

  const end = async (request: ApiRequest): Promise<void> => {
    const secret = sessionCookie.read(request);
    if (secret !== undefined) await sessions.end(secret);
  };

  /** Ends the former session of the browser, and answers with a new one. */
  const begin = async (request: ApiRequest, user: ConsoleUser): Promise<Reply> => {
    await end(request);
    const secret = await sessions.open(user);
    return reply(view(request, await sessions.find(secret)), {
      'set-cookie': sessionCookie.set(request, secret, LONGEST_SESSION / 1000),
    });
  };

  /** What a secret opens; throws 429 after too many wrong ones. */
  const findBySecret = async <T>(
    request: ApiRequest,
    find: () => Promise<T | undefined>,
    refusal: () => Error,
  ): Promise<T> => {
    const seconds = await guesses.waitOf(request);
    if (seconds > 0) throw tooManyGuesses('secrets', seconds);
    const found = await find();
    if (found !== undefined) return found;
    await guesses.failed(request);
    throw refusal();
  };

  const recognize = async (credentials: Credentials, request: ApiRequest): Promise<ConsoleUser | undefined> => {
    if (credentials.kind === 'link') {
      const former = (await caller.sessionOf(request))?.user;
      const { visitorLinks } = await visitors();
      return visitorLinks.admit(credentials.link, { former, address: senderOf(request) ?? '' });
    }
    if (credentials.kind === 'operator')
      return parts.isOperatorToken(credentials.operatorToken) ? { kind: 'operator' } : undefined;
    const { clientId, clientSecret } = credentials;
    const member = clients.find(clientId);
    // The window of a rotation ends by the sandbox's clock, so the sandbox must be loaded.
    if (member !== undefined && clients.secretsOf(clientId)?.previous !== undefined)
      await parts.prepare(member.organization);
    return member !== undefined && clients.isSecret(clientId, clientSecret) ? { kind: 'client', clientId } : undefined;
  };

  /** What a route does by method; `says` names them. Only the console's own pages may do more than read. */
  const route =
    (says: string, handlers: Readonly<Record<string, Handle>>): Handle =>
    async (request) => {
      const { method } = request;
      const handler = handlers[method === 'HEAD' ? 'GET' : method];
      if (handler === undefined)
        throw problem('method-not-allowed', {
          detail: `${method} does nothing here: ${says}`,
          headers: { allow: Object.keys(handlers).join(', ').replace('GET', 'GET, HEAD') },
        });
      if (handler !== handlers['GET']) caller.check(request);
      return handler(request);
    };

  return {
    /** Signs in to the console and out of it, and says who is signed in. */
    '/session': route('GET says who is signed in, POST signs in, DELETE signs out.', {
      GET: async (request) => reply(view(request, await caller.sessionOf(request))),
      POST: async (request) => {
        const credentials = await readCredentials(request);
        const user = await findBySecret(
          request,
          () => recognize(credentials, request),
          () => refusal(credentials),
        );
        if (user.kind === 'client') checkMayHaveTokens(clients, user.clientId);
        return begin(request, user);
      },
      DELETE: async (request) => {
        await end(request);
        return { status: 204, headers: { ...HEADERS, 'set-cookie': sessionCookie.clear(request) } };
      },
    }),

    /** Says what a visitor link opens, without using it. The secret comes in a body, so that no log has it. */
    '/invitation': route('POST {"link": "..."} says what a visitor link opens.', {
      POST: async (request) => {
        const credentials = await readCredentials(request);
        if (credentials.kind !== 'link') throw notExpected('{"link": "..."}');
        const { link } = credentials;
        return reply(
          await findBySecret(
            request,
            async () => (await visitors()).visitorLinks.invite(link),
            () => refuseVisitor('link-unknown'),
          ),
        );
      },
    }),

    /** Gives a sandbox with a session to a visitor without a link. */
    '/sign-up': route('POST gives a visitor a sandbox.', {
      POST: async (request) => begin(request, await (await visitors()).signUps.admit(senderOf(request))),
    }),
  };
};

/** The same for an unknown client and a wrong secret. */
const refusal = ({ kind }: Credentials): Error => {
  if (kind === 'link') return refuseVisitor('link-unknown');
  return problem('unauthorized', {
    detail:
      kind === 'operator'
        ? 'This is not the operator’s token, with which the server was started in ADMIN_TOKEN.'
        : 'No client of this server has this client id with this secret.',
  });
};

/** Its secret is right, so its owner may know why. */
const checkMayHaveTokens = (clients: ClientDirectory, clientId: string): void => {
  const { enabled, serviceAccountsEnabled = true } = clients.find(clientId)?.client ?? { enabled: false };
  if (enabled && serviceAccountsEnabled) return;
  throw problem('forbidden', {
    detail: `The client ${clientId} is disabled: sign in with another one, or enable it with PATCH /__admin/clients/${clientId}.`,
  });
};

type Credentials =
  | { readonly kind: 'client'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'operator'; readonly operatorToken: string }
  | { readonly kind: 'link'; readonly link: string };

const CREDENTIALS = '{"clientId": "...", "clientSecret": "..."}, {"operatorToken": "..."} or {"link": "..."}';

/** The credentials of one kind. */
const readCredentials = async (request: ApiRequest): Promise<Credentials> => {
  const { clientId, clientSecret, operatorToken, link } = await readJson(request, CREDENTIALS);
  const isAbsent = (...others: readonly unknown[]): boolean => others.every((one) => one === undefined);
  if (typeof link === 'string' && isAbsent(clientId, clientSecret, operatorToken)) return { kind: 'link', link };
  if (typeof operatorToken === 'string' && isAbsent(clientId, link)) return { kind: 'operator', operatorToken };
  if (typeof clientId === 'string' && typeof clientSecret === 'string' && isAbsent(operatorToken, link))
    return { kind: 'client', clientId, clientSecret };
  throw notExpected(CREDENTIALS);
};

const MAX_SIGN_IN_BYTES = 4096;

/** Reads the small JSON object of a sign-in; throws 400 with `expected`, what the body must be. */
const readJson = async (request: ApiRequest, expected: string): Promise<Readonly<Record<string, unknown>>> => {
  if (toEssence(request.header('content-type') ?? '') !== 'application/json')
    throw problem('malformed-request', { detail: `Send application/json: ${expected}.` });
  const text = await readText(request, expected);
  const body = parsedOr(undefined, () => JSON.parse(text) as unknown);
  if (isObject(body)) return body;
  throw notExpected(expected);
};

const notExpected = (expected: string): Error =>
  problem('malformed-request', { detail: `The body must be ${expected}.` });

const readText = async (request: ApiRequest, expected: string): Promise<string> => {
  try {
    return Buffer.from(await request.readBody(MAX_SIGN_IN_BYTES)).toString('utf8');
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw notExpected(`${expected}, of at most ${MAX_SIGN_IN_BYTES} bytes`);
  }
};
