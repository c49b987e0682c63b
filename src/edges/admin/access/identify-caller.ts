import { hash, timingSafeEqual } from 'node:crypto';
import type { Operation } from '../../../engine/contract/contract.ts';
import type { Authenticator } from '../../../engine/ports/ports.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { createAccessEnds } from '../../../identity/access-ends.ts';
import type { OpenSession, Visitor } from '../../../identity/console-sessions.ts';
import { type GuessLimit, tooManyGuesses } from '../../../identity/guess-limit.ts';
import { REALM } from '../../../identity/realm.ts';
import type { ApiRequest } from '../../../kernel/http.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { OwnHosts } from '../../http/host-guard.ts';
import type { ConsoleCaller } from '../../http/console-caller.ts';
import type { Controller } from './controller.ts';
import { checkThisMachine } from './this-machine.ts';

/** The authenticated caller, before its organization is determined. */
export type Who = (
  | { readonly kind: 'this-machine' | 'operator' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'visitor'; readonly visitor: Visitor }
) &
  Pick<Controller, 'endOfSession'>;

/** Says who makes a control call, by its token, its session of the console or where it comes from; throws 401, 403 or 429. */
export const createIdentify = (parts: {
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
  /** Ends the streams of a client's access tokens. */
  readonly accessEnds: ReturnType<typeof createAccessEnds>;
}) => {
  const { trustsThisMachine, mayBeOpen, operatorToken, tokens, guesses, consoleCaller } = parts;
  const isOperator = createOperatorCheck(operatorToken);

  const identify = async (request: ApiRequest, operation: Operation): Promise<Who> => {
    const header = request.header('authorization');
    const mayBeGuess = operatorToken !== undefined && header !== undefined && !ACCESS_TOKEN.test(header);
    const seconds = mayBeGuess ? await guesses.waitOf(request) : 0;
    if (seconds > 0) throw tooManyGuesses('tokens', seconds);
    if (isOperator(header)) return { kind: 'operator' };
    if (mayBeGuess) await guesses.failed(request);
    const session = header === undefined ? await consoleCaller?.sessionOf(request) : undefined;
    return session === undefined ? identifyByToken(request, operation) : toWho(session);
  };

  const identifyByToken = async (request: ApiRequest, operation: Operation): Promise<Who> => {
    const header = request.header('authorization');
    if (trustsThisMachine && header === undefined) {
      checkThisMachine(request, parts.hosts);
      return { kind: 'this-machine' };
    }
    if (operation.isForOperators && operatorToken === undefined && !trustsThisMachine) throw switchedOff();
    if (header === undefined && consoleCaller?.isConsole(request) === true) throw notSignedIn();
    if (header === undefined || header === '') throw withoutToken(operation);
    try {
      const { clientId } = await tokens.authenticate(request, operation);
      return { kind: 'client', clientId, endOfSession: () => parts.accessEnds.signalOf(clientId) };
    } catch (refusal) {
      throw wrongToken(refusal, header, operation);
    }
  };

  const toWho = ({ user, end }: OpenSession): Who => {
    if (user.kind === 'visitor') return { kind: 'visitor', visitor: user, endOfSession: end };
    return { ...user, endOfSession: end };
  };

  /** The API itself accepts access tokens only. */
  const withoutToken = (operation: Operation): Error =>
    problem('unauthorized', {
      detail: `The Authorization header is missing. ${remedyFor(operation)}${mayBeOpen ? ` ${WHERE_OPEN}` : ''}`,
      headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
    });

  /**
   * Error for a token that the API rejects. The API's message suits an expired access token or one of another server, but
   * does not help with a mistyped operator token.
   */
  const wrongToken = (refusal: unknown, header: string, operation: Operation): unknown => {
    if (!(refusal instanceof Problem) || refusal.members.status !== 401) return refusal;
    const { detail, headers = {} } = refusal.members;
    if (ACCESS_TOKEN.test(header) || !ONE_TOKEN.test(header))
      return problem('unauthorized', { detail: `${detail} ${remedyFor(operation)}`, headers });
    const what =
      operatorToken === undefined
        ? 'The token is not an access token of this server, and the server has no operator token (ADMIN_TOKEN).'
        : "The token is neither the operator's token (ADMIN_TOKEN) nor an access token of this server.";
    return problem('unauthorized', {
      detail: `${what} ${remedyFor(operation)}`,
      headers: { 'www-authenticate': `Bearer realm="${REALM}", error="invalid_token", error_description="${what}"` },
    });
  };

  const remedyFor = ({ isForOperators }: Operation): string => {
    const send = 'Send "Authorization: Bearer <token>" with';
    const ofOperator = 'the token that the server was started with in ADMIN_TOKEN';
    const ofClient = 'an access token of the token endpoint, which acts on the sandbox of its own organization';
    if (trustsThisMachine)
      return `Leave the header out, since programs on this machine need none; or send ${ofClient}.`;
    if (isForOperators) return `${send} ${ofOperator}.`;
    return operatorToken === undefined
      ? `${send} ${ofClient}. To act on any without a client, start the server with a token of at least 16 characters in the environment variable ADMIN_TOKEN, and send that.`
      : `${send} ${ofClient}, or with ${ofOperator}, which acts on any.`;
  };

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

const WHERE_OPEN =
  'Where only this machine reaches the server, as with a port of a container that is published on 127.0.0.1, start it with --control-access open (VATMOCK_CONTROL_ACCESS=open): then no token is needed.';

/** Three parts separated by dots: meant as an access token. */
const ACCESS_TOKEN = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i;

const ONE_TOKEN = /^Bearer \S+$/i;

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
