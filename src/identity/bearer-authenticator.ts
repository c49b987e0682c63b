import type { ApiRequest } from '../kernel/http.ts';
import { Problem } from '../kernel/problem.ts';
import type { Authenticator, Caller } from '../engine/ports/ports.ts';
import { problem } from '../engine/problems/problem.ts';
import type { ClientDirectory } from './client-directory.ts';
import { REALM } from './realm.ts';
import type { Tokens, TokenVerdict } from './tokens.ts';

/** "`Authorization: Bearer <ACCESS_TOKEN>` (exactly one space)". */
const SCHEME = 'Bearer ';
const HEADER = /^Bearer ([\w.~+/-]+=*)$/;

/** Recognizes the tokens of our own token endpoint. "401 causes: expired token, wrong realm in the token URL, malformed Authorization header." */
export const createBearerAuthenticator = (tokens: Tokens, clients: ClientDirectory): Authenticator => {
  const toCaller = (verdict: TokenVerdict): Caller => {
    if ('refusal' in verdict) throw unauthorized(verdict.refusal, 'invalid_token');
    const member = clients.find(verdict.clientId);
    if (member === undefined) throw unauthorized(`The client ${verdict.clientId} no longer exists.`, 'invalid_token');
    return { clientId: member.client.clientId, organization: member.organization };
  };
  const tokenIn = rememberTokens();
  const recallFrom = (lines: readonly string[]): TokenVerdict | undefined => {
    const [line] = lines;
    return lines.length === 1 && line?.startsWith(SCHEME) === true ? tokens.recall(tokenIn(line)) : undefined;
  };
  const authenticate = (request: ApiRequest): Caller | Promise<Caller> => {
    const lines = request.headerLines('authorization');
    // Nearly every call brings a token that was seen a moment ago: its form need not be looked at again.
    const verdict = recallFrom(lines) ?? tokens.verify(readToken(lines));
    return verdict instanceof Promise ? verdict.then(toCaller) : toCaller(verdict);
  };
  return {
    authenticate,
    recognize: async (request) => {
      try {
        return await authenticate(request);
      } catch (error) {
        if (error instanceof Problem) return undefined;
        throw error;
      }
    },
  };
};

/** As many tokens as are in use at a time; more are cut out of their lines anew. */
const REMEMBERED = 1000;

/**
 * The token of a line, as the same text each time: a text that was looked up before is found at once, while a new one of
 * the same characters has to be read from end to end, and tokens are long.
 */
const rememberTokens = (): ((line: string) => string) => {
  const known = new Map<string, string>();
  return (line) => {
    let token = known.get(line);
    if (token !== undefined) return token;
    token = line.slice(SCHEME.length);
    if (known.size >= REMEMBERED) known.clear();
    known.set(line, token);
    return token;
  };
};

const readToken = (lines: readonly string[]): string => {
  const [line] = lines;
  if (line === undefined || line === '')
    throw unauthorized(
      'The Authorization header is missing: send "Authorization: Bearer <token>" with a token of the token endpoint.',
    );
  if (lines.length > 1) throw unauthorized('The Authorization header was sent more than once.', 'invalid_request');
  const token = HEADER.exec(line)?.[1];
  if (token === undefined)
    throw unauthorized(
      'The Authorization header is malformed: expected "Bearer", exactly one space, and the token.',
      'invalid_request',
    );
  return token;
};

/** RFC 6750: a request without any credentials is not told an error code. */
const unauthorized = (detail: string, error?: string): Problem =>
  problem('unauthorized', {
    detail,
    headers: {
      'www-authenticate': `Bearer realm="${REALM}"${error === undefined ? '' : `, error="${error}", error_description="${detail.replaceAll('"', "'")}"`}`,
    },
  });
