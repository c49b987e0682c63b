import type { ApiRequest } from '../../kernel/http.ts';

/** The cookie of the console's session. No script reads it, and no request from another site carries it. */
interface SessionCookie {
  readonly read: (request: ApiRequest) => string | undefined;
  /** `Set-Cookie` header; `seconds` is its greatest age. */
  readonly set: (request: ApiRequest, secret: string, seconds: number) => string;
  readonly clear: (request: ApiRequest) => string;
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

const isSecure = ({ origin }: ApiRequest): boolean => origin.startsWith('https:');

/**
 * Behind https, `__Host-` makes the browser refuse a cookie that another host has set. Otherwise the name contains the
 * port, as cookies do not tell two servers of one machine apart.
 */
const nameFor = (request: ApiRequest): string =>
  isSecure(request) ? '__Host-vatmock-console' : `vatmock-console-${new URL(request.origin).port || '80'}`;

export const sessionCookie: SessionCookie = {
  read: (request) => {
    const name = `${nameFor(request)}=`;
    const pair = request
      .header('cookie')
      ?.split(';')
      .map((each) => each.trim())
      .find((each) => each.startsWith(name));
    return pair?.slice(name.length);
  },
  set: (request, secret, seconds) =>
    `${nameFor(request)}=${secret}; ${ATTRIBUTES}; Max-Age=${String(seconds)}${isSecure(request) ? '; Secure' : ''}`,
  clear: (request) => `${nameFor(request)}=; ${ATTRIBUTES}; Max-Age=0${isSecure(request) ? '; Secure' : ''}`,
};
