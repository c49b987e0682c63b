import type { Operation } from '../contract/contract.ts';
import { HIDDEN } from './secret-names.ts';

/**
 * Headers whose values may be shown. Any other header is shown by name alone, so that credentials under a custom header
 * name are never disclosed.
 */
const SHOWN = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'allow', 'cache-control', 'connection'],
  ...['content-disposition', 'content-encoding', 'content-language', 'content-length', 'content-type', 'date', 'etag'],
  ...['expect', 'expires', 'host', 'idempotency-key', 'idempotency-replayed', 'if-match', 'if-modified-since'],
  ...[
    'if-none-match',
    'if-unmodified-since',
    'keep-alive',
    'last-modified',
    'link',
    'location',
    'origin',
    'pragma',
    'prefer',
  ],
  ...['preference-applied', 'referrer-policy', 'retry-after', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site'],
  ...['te', 'traceparent', 'transfer-encoding', 'upgrade-insecure-requests', 'user-agent', 'vary', 'via'],
  ...['www-authenticate', 'x-content-type-options', 'x-correlation-id', 'x-request-id', 'x-trace-id'],
]);

const SHOWN_PREFIXES = ['x-ratelimit-', 'x-mock-', 'access-control-'];

/** Authentication schemes: not secret, and often the cause of the error. */
const SCHEME = /^(?:Bearer|Basic|Digest|DPoP) (?=\S)/i;

/**
 * The value of a header as it may be shown; headers that the operation describes may be, unless they are credentials
 * for it.
 */
export const showHeader = (name: string, value: string, operation: Operation | undefined): string => {
  if (SHOWN.has(name) || SHOWN_PREFIXES.some((prefix) => name.startsWith(prefix))) return value;
  if (operation !== undefined && isDescribed(name, operation) && !isKey(name, operation)) return value;
  const scheme = name === 'authorization' || name === 'proxy-authorization' ? (SCHEME.exec(value)?.[0] ?? '') : '';
  return scheme + HIDDEN;
};

const isDescribed = (name: string, { parameters, responses }: Operation): boolean =>
  parameters.some((parameter) => parameter.in === 'header' && parameter.name === name) ||
  responses.some(({ headers }) => headers.some((header) => header.name === name));

const isKey = (name: string, { security }: Operation): boolean =>
  name === 'authorization' ||
  name === 'cookie' ||
  name === 'set-cookie' ||
  security.some((schemes) =>
    schemes.some((scheme) => scheme.kind === 'api-key' && scheme.in === 'header' && scheme.key.toLowerCase() === name),
  );
