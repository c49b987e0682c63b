import { unknownSecret } from '../../control/visitors/link-problems.ts';
import type { VisitorLinks } from '../../control/visitors/visitor-links.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { GuessLimit } from '../../identity/guess-limit.ts';
import { jsonContent } from '../../kernel/http.ts';
import type { ConsoleCaller } from '../http/console-caller.ts';
import type { Handle } from '../http/routes.ts';
import { readCredentials } from './read-credentials.ts';
import { SESSION_HEADERS } from './session-headers.ts';
import { tooManyGuesses } from './session-routes.ts';

interface InvitationRoutesParts {
  readonly caller: Pick<ConsoleCaller, 'check'>;
  /** Slows down guesses of secrets. */
  readonly guesses: GuessLimit;
  readonly invite: VisitorLinks['invite'];
}

/** Says what a visitor link opens, without using it. The secret comes in a body, so that no log has it. */
export const createInvitationRoutes =
  ({ caller, guesses, invite }: InvitationRoutesParts): Handle =>
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
