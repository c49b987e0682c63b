import type { ApiRequest } from '../../kernel/http.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Authenticator, Caller } from '../../engine/ports.ts';

export interface AdminAccess {
  /** Who a caller without a token counts as; undefined where every caller has to bring one. */
  readonly withoutToken: Caller | undefined;
  /** Checks the API's own tokens; undefined where there is no token endpoint. */
  readonly tokens: Authenticator | undefined;
}

/**
 * Who may steer the server. On loopback that is everybody: a call without a token acts for the organization that is
 * given here. Once other machines can reach the server, every call needs a token of the API, and acts for its
 * organization.
 */
export const createAdminAuthenticator = ({ withoutToken, tokens }: AdminAccess): Authenticator => ({
  authenticate: (request, operation) => {
    const anonymous = tokens === undefined || request.header('authorization') === undefined;
    if (anonymous && withoutToken !== undefined) {
      checkNoWebPage(request);
      return toController(withoutToken);
    }
    if (tokens === undefined)
      throw problem('unauthorized', {
        detail: 'Control calls need a token, and this server issues none: let it listen on 127.0.0.1.',
        headers: { 'www-authenticate': 'Bearer' },
      });
    const caller = tokens.authenticate(request, operation);
    return caller instanceof Promise ? caller.then(toController) : toController(caller);
  },
});

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * A page in a developer's browser can reach loopback too: by a request across origins, or under a name of its own that
 * it makes resolve to 127.0.0.1. Such calls would act without a token, and are refused.
 */
const checkNoWebPage = (request: ApiRequest): void => {
  const host = request.header('host');
  const origin = request.header('origin');
  const isForeignOrigin = origin !== undefined && origin !== `http://${host ?? ''}`;
  if ((host === undefined || LOOPBACK_HOST.test(host)) && !isForeignOrigin) return;
  throw problem('forbidden', {
    detail:
      'Control calls without a token are for programs on this machine: address the server as localhost, or send a token.',
  });
};

/** The agreement is about the API: without it an organization can still steer its stub. */
const toController = ({ clientId, organization }: Caller): Caller => ({
  clientId,
  organization: organization === undefined ? undefined : { ...organization, dpaAccepted: true },
});
