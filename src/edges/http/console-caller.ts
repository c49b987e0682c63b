import type { createSameOrigin } from './host-guard.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { ConsoleSessions, OpenSession } from '../../identity/console-sessions.ts';
import type { ApiRequest } from '../../kernel/http.ts';

export const CONSOLE_PATH = '/__console';

/** The page that opens a visitor link. */
export const VISIT_PATH = `${CONSOLE_PATH}/visit`;

/** A page of another site cannot send this header unless a preflight allows it, which the server does not. */
const CONSOLE_HEADER = 'x-vatmock-console';

export type ConsoleCaller = ReturnType<typeof createConsoleCaller>;

/** Recognizes requests of the console in a browser, and their sessions. */
export const createConsoleCaller = (sessions: ConsoleSessions, isSameOrigin: ReturnType<typeof createSameOrigin>) => {
  const isConsole = (request: ApiRequest): boolean => request.header(CONSOLE_HEADER) === '1';
  return {
    isConsole,
    /** The session of a request of the console; undefined if it has none. Throws 403 for a request from another site. */
    sessionOf: (request: ApiRequest): OpenSession | undefined | Promise<OpenSession | undefined> => {
      const secret = isConsole(request) ? sessionCookie.read(request) : undefined;
      if (secret === undefined) return undefined;
      if (!isSameOrigin(request)) throw fromElsewhere();
      return sessions.find(secret);
    },
    /** Throws 403 for a request that no page of the console has sent. */
    check: (request: ApiRequest): void => {
      if (!isConsole(request) || !isSameOrigin(request)) throw fromElsewhere();
    },
  };
};

const fromElsewhere = (): Error =>
  problem('forbidden', {
    detail:
      'A session of the console is for its own pages: open /__console on this server. Programs send "Authorization: Bearer <token>" to the control API instead.',
  });

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

const isSecure = ({ origin }: ApiRequest): boolean => origin.startsWith('https:');

/**
 * Behind https, `__Host-` makes the browser refuse a cookie that another host has set. Otherwise the name contains the
 * port, as cookies do not tell two servers of one machine apart.
 */
const nameFor = (request: ApiRequest): string =>
  isSecure(request) ? '__Host-vatmock-console' : `vatmock-console-${new URL(request.origin).port || '80'}`;

/** The cookie of the console's session. No script reads it, and no request from another site carries it. */
export const sessionCookie = {
  read: (request: ApiRequest): string | undefined => {
    const name = `${nameFor(request)}=`;
    const pair = request
      .header('cookie')
      ?.split(';')
      .map((each) => each.trim())
      .find((each) => each.startsWith(name));
    return pair?.slice(name.length);
  },
  /** `Set-Cookie` header; `seconds` is its greatest age. */
  set: (request: ApiRequest, secret: string, seconds: number): string =>
    `${nameFor(request)}=${secret}; ${ATTRIBUTES}; Max-Age=${seconds}${isSecure(request) ? '; Secure' : ''}`,
  clear: (request: ApiRequest): string =>
    `${nameFor(request)}=; ${ATTRIBUTES}; Max-Age=0${isSecure(request) ? '; Secure' : ''}`,
};
