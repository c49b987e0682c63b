import type { SignUpProof, SignUps } from '../../control/visitors/sign-ups.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type ConsoleSessions, LONGEST_SESSION } from '../../identity/console-sessions.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type ApiRequest, jsonContent } from '../../kernel/http.ts';
import { type ConsoleCaller, sessionCookie } from '../http/console-caller.ts';
import type { Handle } from '../http/routes.ts';
import type { SenderOf } from '../http/sender-network.ts';
import { notExpected, readJson } from './read-json.ts';
import { SESSION_HEADERS } from './session-headers.ts';
import type { ViewSession } from './view-session.ts';

interface SignUpRoutesParts {
  readonly sessions: Pick<ConsoleSessions, 'open' | 'find' | 'end'>;
  readonly caller: Pick<ConsoleCaller, 'check'>;
  readonly signUps: () => Promise<SignUps>;
  readonly senderOf: SenderOf;
  readonly view: ViewSession;
  readonly clock: Pick<Clock, 'now'>;
}

const EXPECTED = '{"challenge": "...", "solution": "..."}';

/** Gives a challenge to a visitor without a link, and a sandbox with a session for its solution. */
export const createSignUpRoutes = ({ sessions, caller, signUps, senderOf, view, clock }: SignUpRoutesParts): Handle => {
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
