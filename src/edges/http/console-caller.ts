import { problem } from '../../engine/problems/problem.ts';
import type { ConsoleSessions, OpenSession } from '../../identity/console-sessions.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { IsSameOrigin } from './same-origin.ts';
import { sessionCookie } from './session-cookie.ts';

/** A page of another site cannot send this header unless a preflight allows it, which the server does not. */
const CONSOLE_HEADER = 'x-vatmock-console';

/** Recognizes requests of the console in a browser, and their sessions. */
export interface ConsoleCaller {
  readonly isConsole: (request: ApiRequest) => boolean;
  /** The session of a request of the console; undefined if it has none. Throws 403 for a request from another site. */
  readonly sessionOf: (request: ApiRequest) => OpenSession | undefined | Promise<OpenSession | undefined>;
  /** Throws 403 for a request that no page of the console has sent. */
  readonly check: (request: ApiRequest) => void;
}

export const createConsoleCaller = (
  sessions: Pick<ConsoleSessions, 'find'>,
  isSameOrigin: IsSameOrigin,
): ConsoleCaller => {
  const isConsole = (request: ApiRequest): boolean => request.header(CONSOLE_HEADER) === '1';
  return {
    isConsole,
    sessionOf: (request) => {
      const secret = isConsole(request) ? sessionCookie.read(request) : undefined;
      if (secret === undefined) return undefined;
      if (!isSameOrigin(request)) throw fromElsewhere();
      return sessions.find(secret);
    },
    check: (request) => {
      if (!isConsole(request) || !isSameOrigin(request)) throw fromElsewhere();
    },
  };
};

const fromElsewhere = (): Error =>
  problem('forbidden', {
    detail:
      'A session of the console is for its own pages: open /__console on this server. Programs send "Authorization: Bearer <token>" to the control API instead.',
  });
