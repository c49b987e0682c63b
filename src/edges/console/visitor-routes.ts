import { unknownSecret } from '../../control/visitors/admit-visitor.ts';
import type { SignUpProof, SignUps } from '../../control/visitors/sign-ups.ts';
import type { VisitorLinks } from '../../control/visitors/visitor-links.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type ConsoleSessions, LONGEST_SESSION } from '../../identity/console-sessions.ts';
import type { GuessLimit } from '../../identity/guess-limit.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type ApiRequest, jsonContent } from '../../kernel/http.ts';
import { type ConsoleCaller, sessionCookie } from '../http/console-caller.ts';
import type { Handle } from '../http/routes.ts';
import type { SenderOf } from '../http/sender-network.ts';
import { readCredentials, notExpected, readJson, SESSION_HEADERS } from './read-credentials.ts';
import { tooManyGuesses } from './session-routes.ts';
import type { ViewSession } from './view-session.ts';

const EXPECTED = '{"challenge": "...", "solution": "..."}';

/** Gives a challenge to a visitor without a link, and a sandbox with a session for its solution. */
export const createSignUpRoutes = ({
  sessions,
  caller,
  signUps,
  senderOf,
  view,
  clock,
}: {
  readonly sessions: Pick<ConsoleSessions, 'open' | 'find' | 'end'>;
  readonly caller: Pick<ConsoleCaller, 'check'>;
  readonly signUps: () => Promise<SignUps>;
  readonly senderOf: SenderOf;
  readonly view: ViewSession;
  readonly clock: Pick<Clock, 'now'>;
}): Handle => {
  const headers = SESSION_HEADERS;
  return async (request) => {
    switch (request.method) {
      case 'GET':
      case 'HEAD': {
        const { endsIn, ...challenge } = await (await signUps()).challenge();
        const expiresAt = toIsoDateTime(clock.now() + endsIn);
        return { status: 200, headers, content: jsonContent({ ...challenge, digest: 'SHA-256', expiresAt }) };
      }
      case 'POST': {
        caller.check(request);
        const user = await (await signUps()).admit(await readProof(request), senderOf(request));
        const former = sessionCookie.read(request);
        if (former !== undefined) await sessions.end(former);
        const secret = await sessions.open(user);
        const cookie = sessionCookie.set(request, secret, LONGEST_SESSION / 1000);
        const content = jsonContent(view(request, await sessions.find(secret)));
        return { status: 200, headers: { ...headers, 'set-cookie': cookie }, content };
      }
      default:
        throw problem('method-not-allowed', {
          detail: `${request.method} does nothing here: GET gives a challenge, POST takes its solution.`,
          headers: { allow: 'GET, HEAD, POST' },
        });
    }
  };
};

const readProof = async (request: ApiRequest): Promise<SignUpProof> => {
  const { challenge, solution } = await readJson(request, EXPECTED);
  if (typeof challenge === 'string' && typeof solution === 'string') return { challenge, solution };
  throw notExpected(EXPECTED);
};

/** Says what a visitor link opens, without using it. The secret comes in a body, so that no log has it. */
export const createInvitationRoutes =
  ({
    caller,
    guesses,
    invite,
  }: {
    readonly caller: Pick<ConsoleCaller, 'check'>;
    /** Slows down guesses of secrets. */
    readonly guesses: GuessLimit;
    readonly invite: VisitorLinks['invite'];
  }): Handle =>
  async (request) => {
    if (request.method !== 'POST')
      throw problem('method-not-allowed', {
        detail: `${request.method} does nothing here: POST {"link": "..."} says what a visitor link opens.`,
        headers: { allow: 'POST' },
      });
    caller.check(request);
    const credentials = await readCredentials(request);
    if (credentials.kind !== 'link')
      throw problem('malformed-request', { detail: 'The body must be {"link": "..."}.' });
    const seconds = await guesses.waitOf(request);
    if (seconds > 0) throw tooManyGuesses(seconds);
    const invitation = await invite(credentials.link);
    if (invitation === undefined) {
      await guesses.failed(request);
      throw unknownSecret();
    }
    return { status: 200, headers: SESSION_HEADERS, content: jsonContent(invitation) };
  };
