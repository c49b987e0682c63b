import type { ApiRequest } from '../../kernel/http.ts';
import type { SecurityRequirement, SecurityScheme } from '../contract/contract.ts';
import type { Authenticator } from './ports.ts';
import { problem } from '../problems/problem.ts';

/** For a description without known clients: accepts any credential of a declared scheme; none at all is 401. */
export const anyCredential: Authenticator = {
  authenticate: (request, operation) => {
    if (operation.security.some((requirement) => isMet(requirement, request)))
      return { clientId: 'anonymous', organization: undefined };
    const kinds = operation.security.map((requirement) => requirement.map(describe).join(' and ')).join(', or ');
    const challenge = operation.security.flat().find(({ kind }) => kind !== 'api-key');
    throw problem('unauthorized', {
      detail: `Credentials are missing: ${operation.id} needs ${kinds}. Any value is accepted.`,
      headers: challenge === undefined ? {} : { 'www-authenticate': challenge.kind === 'basic' ? 'Basic' : 'Bearer' },
    });
  },
};

const isMet = (requirement: SecurityRequirement, request: ApiRequest): boolean =>
  requirement.every((scheme) => isPresent(scheme, request));

const isPresent = (scheme: SecurityScheme, request: ApiRequest): boolean => {
  switch (scheme.kind) {
    case 'bearer':
      return /^Bearer +\S/i.test(request.header('authorization') ?? '');
    case 'basic':
      return /^Basic +\S/i.test(request.header('authorization') ?? '');
    case 'api-key':
      return hasKey(scheme, request);
    case 'other':
      return true;
  }
};

const hasKey = (scheme: Extract<SecurityScheme, { kind: 'api-key' }>, request: ApiRequest): boolean => {
  if (scheme.in === 'header') return Boolean(request.header(scheme.key.toLowerCase()));
  if (scheme.in === 'query') return Boolean(new URLSearchParams(request.query).get(scheme.key));
  return (
    request
      .header('cookie')
      ?.split(';')
      .some((pair) => pair.trim().startsWith(`${scheme.key}=`)) === true
  );
};

const describe = (scheme: SecurityScheme): string =>
  scheme.kind === 'api-key' ? `${scheme.in} "${scheme.key}"` : `${scheme.kind} credentials (${scheme.name})`;
