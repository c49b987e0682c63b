import type { Contract } from '../contract/contract.ts';

/** Why a scenario cannot set a header to a value, with the remedy; undefined if it can. */
export type FindHeaderFault = (name: string, value: string) => string | undefined;

/**
 * Headers that concern only the response itself. Cookies, policies of a site, access of other pages, internal
 * redirects of proxies and the like act beyond it: on a shared origin, on the pages of others.
 */
const HARMLESS = [
  ...['age', 'allow', 'cache-control', 'content-disposition', 'content-language', 'deprecation', 'etag', 'expires'],
  ...['last-modified', 'location', 'pragma', 'preference-applied', 'ratelimit', 'ratelimit-policy', 'retry-after'],
  ...['sunset', 'traceparent', 'vary', 'warning', 'www-authenticate', 'x-correlation-id', 'x-request-id'],
];

/** Beginnings of further names. */
const HARMLESS_BEGINNINGS = ['x-ratelimit-', 'x-rate-limit-', 'x-test-'];

const TEMPLATE = /\{\{[^}]*\}\}/g;

/**
 * The rule of a server whose users share its origin without trusting each other. A value may still contain templates:
 * they count as plain text, so that the value is checked again when they are filled in.
 */
export const createHeaderRule = (
  { operations }: Pick<Contract, 'operations'>,
  origin: () => string,
): FindHeaderFault => {
  const described = operations.flatMap(({ responses }) =>
    responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())),
  );
  const names: ReadonlySet<string> = new Set([...HARMLESS, ...described]);
  return (given, value) => {
    const name = given.toLowerCase();
    if (!names.has(name) && !HARMLESS_BEGINNINGS.some((beginning) => name.startsWith(beginning)))
      return `${given} cannot be set on a hosted server, where it could act on the pages of others: remove it, or use a header of the API description, ${HARMLESS.join(', ')}, or a name that begins with ${HARMLESS_BEGINNINGS.join(', ')}`;
    if (name === 'location' && !staysOn(origin(), value))
      return `${given} cannot leave a hosted server (${origin()}): write a path, such as /v1/me`;
    if (name === 'www-authenticate' && !/^(?:Bearer|DPoP)\b/i.test(value))
      return `${given} must begin with Bearer or DPoP on a hosted server: with any other scheme, browsers ask for a password`;
    return undefined;
  };
};

const staysOn = (origin: string, value: string): boolean => {
  const target = value.replaceAll(TEMPLATE, 'x');
  return URL.canParse(target, origin) && new URL(target, origin).origin === new URL(origin).origin;
};
