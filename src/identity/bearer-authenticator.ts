import { andThen } from '../kernel/and-then.ts';
import type { ApiRequest } from '../kernel/http.ts';
import { Problem } from '../kernel/problem.ts';
import type { Authenticator, Caller } from '../engine/ports/ports.ts';
import { problem } from '../engine/problems/problem.ts';
import type { ClientDirectory } from './client-directory.ts';
import { REALM } from './realm.ts';
import type { Tokens, TokenVerdict } from './tokens.ts';

/** "`Authorization: Bearer <ACCESS_TOKEN>` (exactly one space)". The scheme is case-insensitive (RFC 9110, 11.1). */
const SCHEME = 'Bearer ';
const HEADER = /^Bearer ([\w.~+/-]+=*)$/i;

/**
 * Authenticates tokens of our own token endpoint. "401 causes: expired token, wrong realm in the token URL, malformed
 * Authorization header."
 */
export const createBearerAuthenticator = (tokens: Tokens, clients: ClientDirectory): Authenticator => {
  const toCaller = (verdict: TokenVerdict): Caller => {
    if ('refusal' in verdict) throw unauthorized(verdict.refusal, 'invalid_token');
    const member = clients.find(verdict.clientId);
    if (member === undefined) throw unauthorized(`The client ${verdict.clientId} no longer exists.`, 'invalid_token');
    return { clientId: member.client.clientId, organization: member.organization };
  };
  const recallFrom = (lines: readonly string[]): TokenVerdict | undefined => {
    const [line] = lines;
    return lines.length === 1 && line?.startsWith(SCHEME) === true
      ? tokens.recall(line.slice(SCHEME.length))
      : undefined;
  };
  const authenticate = (request: ApiRequest): Caller | Promise<Caller> => {
    const lines = request.headerLines('authorization');
    // Nearly every token was seen recently, so its form need not be checked again.
    const verdict = recallFrom(lines) ?? tokens.verify(readToken(lines));
    return andThen(verdict, toCaller);
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

/** The token of a request whose header is well-formed. */
export const bearerTokenIn = (request: ApiRequest): string | undefined => {
  const [line = '', ...others] = request.headerLines('authorization');
  return others.length === 0 ? HEADER.exec(line)?.[1] : undefined;
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

/** RFC 6750: a request without any credentials gets no error code. */
const unauthorized = (detail: string, error?: string): Problem =>
  problem('unauthorized', {
    detail,
    headers: {
      'www-authenticate': `Bearer realm="${REALM}"${error === undefined ? '' : `, error="${error}", error_description="${detail.replaceAll('"', "'")}"`}`,
    },
  });
