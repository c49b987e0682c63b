import { headerPairs } from '../../kernel/http.ts';
import { type Operation, takes } from '../contract/contract.ts';
import type { JournalEntry } from './journal-entry.ts';
import { HIDDEN, type Scrub, isSecretName } from './secrets.ts';

/**
 * Headers whose values may be shown. Any other header is shown by name alone, so that credentials under a custom header
 * name are never disclosed.
 */
const SHOWN: ReadonlySet<string> = new Set(
  `accept accept-charset accept-encoding accept-language allow cache-control connection content-disposition
   content-encoding content-language content-length content-type date etag expect expires host idempotency-key
   idempotency-replayed if-match if-modified-since if-none-match if-unmodified-since keep-alive last-modified link
   location origin pragma prefer preference-applied referrer-policy retry-after sec-fetch-dest sec-fetch-mode
   sec-fetch-site te traceparent transfer-encoding upgrade-insecure-requests user-agent vary via www-authenticate
   x-content-type-options x-correlation-id x-request-id x-trace-id`.split(/\s+/),
);

const SHOWN_PREFIXES = ['x-ratelimit-', 'x-mock-', 'access-control-'];

/** Authentication schemes: not secret, and often the cause of the error. */
const SCHEME = /^(?:Bearer|Basic|Digest|DPoP) (?=\S)/i;

/**
 * The value of a header as it may be shown; headers that the operation describes may be, unless they are credentials
 * for it.
 */
export const showHeader = (name: string, value: string, operation: Operation | undefined): string => {
  if (SHOWN.has(name) || SHOWN_PREFIXES.some((prefix) => name.startsWith(prefix))) return value;
  const isDescribed =
    operation !== undefined &&
    (takes(operation, 'header', name) ||
      operation.responses.some(({ headers }) => headers.some((header) => header.name === name)));
  if (isDescribed && !KEYS.has(name) && !isApiKey('header', name, operation)) return value;
  const scheme = name === 'authorization' || name === 'proxy-authorization' ? (SCHEME.exec(value)?.[0] ?? '') : '';
  return scheme + HIDDEN;
};

/** Credentials, whatever the description says of them. */
const KEYS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie']);

const isApiKey = (place: 'header' | 'query', name: string, operation: Operation | undefined): boolean =>
  operation?.security.flat().some((scheme) => {
    if (scheme.kind !== 'api-key' || scheme.in !== place) return false;
    return place === 'query' ? scheme.key === name : scheme.key.toLowerCase() === name.toLowerCase();
  }) === true;

/** Headers as they may be shown; the values of one name are joined. */
export const showHeaders = (
  pairs: Iterable<readonly [name: string, value: string]>,
  operation: Operation | undefined,
  scrub: Scrub,
): Record<string, string> => {
  const shown = new Map<string, string>();
  for (const [label, value] of pairs) {
    const name = label.toLowerCase();
    const line = scrub(showHeader(name, value, operation));
    const key = scrub(name);
    const former = shown.get(key);
    shown.set(key, former === undefined ? line : `${former}, ${line}`);
  }
  return Object.fromEntries(shown);
};

/** Undescribed parameters are shown by name only. */
export const showQuery = ({ operation, query }: JournalEntry, scrub: Scrub): Record<string, string[]> => {
  const shown: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of new URLSearchParams(query)) {
    const isShown = operation !== undefined && takes(operation, 'query', name) && !isSecretName(name);
    (shown[scrub(name)] ??= []).push(isShown ? scrub(value) : HIDDEN);
  }
  return { ...shown };
};

/** The same as a text, with its question mark. */
export const toSearch = (query: Readonly<Record<string, readonly string[]>>): string => {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

/** The scheme of a credential is not secret. */
const SCHEMES = new Set(['bearer', 'basic', 'digest', 'dpop']);

/** Also in parts: a token without its scheme, the password of Basic. */
export function* secretsInHeaders({ rawHeaders, operation }: JournalEntry): Iterable<string> {
  for (const [name, value] of headerPairs(rawHeaders)) {
    if (!isSecretName(name) && !isApiKey('header', name, operation)) continue;
    yield value;
    for (const part of value.split(/[\s;,]+/)) {
      if (SCHEMES.has(part.toLowerCase())) continue;
      yield part;
      yield part.slice(part.indexOf('=') + 1);
    }
    const basic = /^Basic +([\w+/]+=*)$/i.exec(value)?.[1];
    if (basic !== undefined) {
      const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
      if (rest.length > 0) yield rest.join(':');
      else yield id;
    }
  }
}

export function* secretsInQuery({ query, operation }: JournalEntry): Iterable<string> {
  for (const [name, value] of new URLSearchParams(query))
    if (isSecretName(name) || isApiKey('query', name, operation)) yield value;
}
