import { hash, timingSafeEqual } from 'node:crypto';
import type { Operation } from '../../../engine/contract/contract.ts';
import type { Authenticator, Caller } from '../../../engine/ports/ports.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { AccessEnds } from '../../../identity/access-ends.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { OpenSession, Visitor } from '../../../identity/console-sessions.ts';
import type { GuessLimit } from '../../../identity/guess-limit.ts';
import { REALM } from '../../../identity/realm.ts';
import { andThen } from '../../../kernel/and-then.ts';
import type { ApiRequest } from '../../../kernel/http.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { OwnHosts } from '../../http/host-guard.ts';
import type { ConsoleCaller } from '../../http/console-caller.ts';
import type { Controller } from './controller.ts';
import { checkThisMachine } from './this-machine.ts';

export interface IdentifyParts {
  /** Whether programs on this machine need no token: in local mode, on loopback, or if the operator has enabled it. */
  readonly trustsThisMachine: boolean;
  /** Whether the operator may enable it. */
  readonly mayBeOpen: boolean;
  /** The names by which programs on this machine call the server. */
  readonly hosts: OwnHosts;
  /** The operator token; undefined if there is none. */
  readonly operatorToken: string | undefined;
  /** Authenticates access tokens of the API. */
  readonly tokens: Authenticator;
  /** Slows down guesses of the operator token. */
  readonly guesses: GuessLimit;
  /** Recognizes the browser console; undefined if it is off. */
  readonly consoleCaller: ConsoleCaller | undefined;
  readonly clients: ClientDirectory;
  /** Ends the streams of a client's access tokens. */
  readonly accessEnds: AccessEnds;
}

/** The authenticated caller, before its organization is determined. */
export type Who = (
  | { readonly kind: 'this-machine' | 'operator' }
  | { readonly kind: 'client'; readonly caller: Caller }
  | { readonly kind: 'visitor'; readonly visitor: Visitor }
) &
  Pick<Controller, 'endOfSession'>;

/** Says who makes a control call, by its token, its session of the console or where it comes from; throws 401, 403 or 429. */
export const createIdentify = (parts: IdentifyParts) => {
  const { trustsThisMachine, mayBeOpen, operatorToken, tokens, guesses, clients, consoleCaller } = parts;
  const isOperator = createOperatorCheck(operatorToken);

  const identify = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    const header = request.header('authorization');
    const mayBeGuess = operatorToken !== undefined && header !== undefined && !isAccessToken(header);
    if (!mayBeGuess) return isOperator(header) ? { kind: 'operator' } : identifyOther(request, operation);
    return andThen(guesses.waitOf(request), (seconds) => {
      if (seconds > 0) throw tooManyGuesses(seconds);
      if (isOperator(header)) return { kind: 'operator' };
      return andThen(guesses.failed(request), () => identifyOther(request, operation));
    });
  };

  const identifyOther = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    if (request.header('authorization') !== undefined) return identifyByToken(request, operation);
    return andThen(consoleCaller?.sessionOf(request), (session) =>
      session === undefined ? identifyByToken(request, operation) : toWho(session),
    );
  };

  const identifyByToken = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    const header = request.header('authorization');
    if (trustsThisMachine && header === undefined) {
      checkThisMachine(request, parts.hosts);
      return { kind: 'this-machine' };
    }
    if (operation.isForOperators && operatorToken === undefined && !trustsThisMachine) throw switchedOff();
    if (header === undefined && consoleCaller?.isConsole(request) === true) throw notSignedIn();
    if (header === undefined || header === '') throw withoutToken(expectedFor(operation));
    return identifyClient(request, operation).catch((refusal: unknown) => {
      throw wrongToken(refusal, header, expectedFor(operation));
    });
  };

  const toWho = ({ user, end }: OpenSession): Who => {
    if (user.kind === 'operator') return { kind: 'operator', endOfSession: end };
    if (user.kind === 'visitor') return { kind: 'visitor', visitor: user, endOfSession: end };
    const { clientId } = user;
    const caller = { clientId, organization: clients.find(clientId)?.organization };
    return { kind: 'client', endOfSession: end, caller };
  };

  const identifyClient = async (request: ApiRequest, operation: Operation): Promise<Who> => {
    const caller = await tokens.authenticate(request, operation);
    return { kind: 'client', caller, endOfSession: () => parts.accessEnds.signalOf(caller.clientId) };
  };

  const expectedFor = (operation: Operation): Expected => ({
    operatorOnly: operation.isForOperators,
    hasOperator: operatorToken !== undefined,
    trustsThisMachine,
    mayBeOpen,
  });

  return identify;
};

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Recognizes the operator token in an Authorization header, whose scheme is case-insensitive (RFC 9110, 11.1). Compares
 * digests, in constant time for any header. Without a configured token, always false.
 */
export const createOperatorCheck = (token: string | undefined): ((header: string | undefined) => boolean) => {
  if (token === undefined) return () => false;
  const expected = digest(`Bearer ${token}`);
  return (header) => header !== undefined && timingSafeEqual(digest(header.replace(/^Bearer /i, 'Bearer ')), expected);
};

/** Accepted credentials of a control call on this server. */
interface Expected {
  /** The call is for the operator only, not for clients. */
  readonly operatorOnly: boolean;
  /** The server has an operator token. */
  readonly hasOperator: boolean;
  /** Programs on the server's machine need no token. */
  readonly trustsThisMachine: boolean;
  /** The server could be configured to require no token. */
  readonly mayBeOpen: boolean;
}

/** The API itself accepts access tokens only. */
const withoutToken = (expected: Expected): Error =>
  problem('unauthorized', {
    detail: `The Authorization header is missing. ${remedyOf(expected)}${expected.mayBeOpen ? ` ${WHERE_OPEN}` : ''}`,
    headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
  });

const WHERE_OPEN =
  'Where only this machine reaches the server, as with a port of a container that is published on 127.0.0.1, start it with --control-access open (VATMOCK_CONTROL_ACCESS=open): then no token is needed.';

/** Three parts separated by dots: meant as an access token. */
const ACCESS_TOKEN = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i;

/** Whether a header is meant as an access token, not as the operator token. */
const isAccessToken = (header: string): boolean => ACCESS_TOKEN.test(header);

const ONE_TOKEN = /^Bearer \S+$/i;

/**
 * Error for a token that the API rejects. The API's message suits an expired access token or one of another server, but
 * does not help with a mistyped operator token.
 */
const wrongToken = (refusal: unknown, header: string, expected: Expected): unknown => {
  if (!(refusal instanceof Problem) || refusal.members.status !== 401) return refusal;
  const { detail, headers = {} } = refusal.members;
  if (ACCESS_TOKEN.test(header) || !ONE_TOKEN.test(header))
    return problem('unauthorized', { detail: `${detail} ${remedyOf(expected)}`, headers });
  const what = expected.hasOperator
    ? "The token is neither the operator's token (ADMIN_TOKEN) nor an access token of this server."
    : 'The token is not an access token of this server, and the server has no operator token (ADMIN_TOKEN).';
  return problem('unauthorized', {
    detail: `${what} ${remedyOf(expected)}`,
    headers: { 'www-authenticate': `Bearer realm="${REALM}", error="invalid_token", error_description="${what}"` },
  });
};

const remedyOf = ({ operatorOnly, hasOperator, trustsThisMachine }: Expected): string => {
  const send = 'Send "Authorization: Bearer <token>" with';
  const ofOperator = 'the token that the server was started with in ADMIN_TOKEN';
  const ofClient = 'an access token of the token endpoint, which acts on the sandbox of its own organization';
  if (trustsThisMachine) return `Leave the header out, since programs on this machine need none; or send ${ofClient}.`;
  if (operatorOnly) return `${send} ${ofOperator}.`;
  return hasOperator
    ? `${send} ${ofClient}, or with ${ofOperator}, which acts on any.`
    : `${send} ${ofClient}. To act on any without a client, start the server with a token of at least 16 characters in the environment variable ADMIN_TOKEN, and send that.`;
};

const notSignedIn = (): Error =>
  problem('unauthorized', {
    detail: 'The console has no session, or its session has ended: sign in at /__console.',
    headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
  });

const switchedOff = (): Error =>
  problem('forbidden', {
    detail:
      'Creating, listing and dropping sandboxes is off on this server. To turn it on, start it with a token of at least 16 characters in the environment variable ADMIN_TOKEN, and send that as "Authorization: Bearer <token>".',
  });

const tooManyGuesses = (seconds: number): Error =>
  problem('rate-limited', {
    detail: `Too many wrong tokens came from this address. Wait ${String(seconds)} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
