import { andThen } from '../../kernel/and-then.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { SecurityScheme } from '../contract/contract.ts';
import type { Authenticator, Caller } from './ports.ts';
import { problem } from '../problems/problem.ts';

/** Whose a request is, by the values of its credentials; undefined if they are nobody's. */
export type CallerOf = (
  request: ApiRequest,
  credentials: readonly string[],
) => Caller | undefined | Promise<Caller | undefined>;

const ANONYMOUS: Caller = { clientId: 'anonymous', organization: undefined };

/** For a description without clients of its own: accepts any credential of a declared scheme; none at all is 401. */
export const createAnyCredential = (callerOf: CallerOf): Authenticator => ({
  authenticate: (request, operation) => {
    for (const requirement of operation.security) {
      const credentials = requirement.map((scheme) => credentialsOf(scheme, request));
      if (credentials.every((values) => values !== undefined))
        return andThen(callerOf(request, credentials.flat()), (caller) => caller ?? ANONYMOUS);
    }
    const kinds = operation.security.map((requirement) => requirement.map(describe).join(' and ')).join(', or ');
    const challenge = operation.security.flat().find(({ kind }) => kind !== 'api-key');
    throw problem('unauthorized', {
      detail: `Credentials are missing: ${operation.id} needs ${kinds}. Any value is accepted.`,
      headers: challenge === undefined ? {} : { 'www-authenticate': challenge.kind === 'basic' ? 'Basic' : 'Bearer' },
    });
  },
  recognize: async (request) => callerOf(request, authorizationOf(request)),
});

/** The values of a scheme's credential; undefined if the request has none. */
const credentialsOf = (scheme: SecurityScheme, request: ApiRequest): readonly string[] | undefined => {
  if (scheme.kind === 'other') return [];
  if (scheme.kind === 'api-key') {
    const key = keyIn(scheme, request);
    return key === undefined || key === '' ? undefined : [key];
  }
  const isPresent = SCHEMES[scheme.kind].test(request.header('authorization') ?? '');
  return isPresent ? authorizationOf(request) : undefined;
};

const SCHEMES = { bearer: /^Bearer +\S/i, basic: /^Basic +\S/i };

/** Of `Authorization`: the token, or the password of Basic (RFC 7617, 2), which is its user if it has none. */
export const authorizationOf = (request: ApiRequest): readonly string[] => {
  const [, scheme = '', value] = /^(Bearer|Basic) +(\S+)/i.exec(request.header('authorization') ?? '') ?? [];
  if (value === undefined) return [];
  if (scheme.toLowerCase() === 'bearer') return [value];
  const [user = '', ...password] = Buffer.from(value, 'base64').toString().split(':');
  return [password.join(':') || user];
};

const keyIn = (scheme: Extract<SecurityScheme, { kind: 'api-key' }>, request: ApiRequest): string | undefined => {
  if (scheme.in === 'header') return request.header(scheme.key.toLowerCase());
  if (scheme.in === 'query') return new URLSearchParams(request.query).get(scheme.key) ?? undefined;
  return request
    .header('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${scheme.key}=`))
    ?.slice(scheme.key.length + 1);
};

const describe = (scheme: SecurityScheme): string =>
  scheme.kind === 'api-key' ? `${scheme.in} "${scheme.key}"` : `${scheme.kind} credentials (${scheme.name})`;
