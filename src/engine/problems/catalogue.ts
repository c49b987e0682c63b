import { ENGINE_TEXTS } from './engine-texts.ts';
import type { ProblemTexts } from './problem-text.ts';
import { UNLISTED_TEXTS } from './unlisted-texts.ts';

export interface ProblemType {
  readonly status: number;
  readonly title: string;
}

/** The problem types of an API by name, in listing order. */
export type ProblemCatalogue = ReadonlyMap<string, ProblemType & { readonly texts: ProblemTexts }>;

/** The problem types that the engine itself uses. An API's own catalogue includes them, possibly with its own texts. */
export const ENGINE_PROBLEM_TYPES = {
  'malformed-request': { status: 400, title: 'Malformed request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'capability-required': { status: 403, title: 'Capability required' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'version-mismatch': { status: 409, title: 'Version mismatch' },
  'idempotency-key-in-flight': { status: 409, title: 'Idempotency key in flight' },
  'sandbox-gone': { status: 410, title: 'Sandbox gone' },
  'content-too-large': { status: 413, title: 'Content too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'expectation-failed': { status: 417, title: 'Expectation failed' },
  'validation-error': { status: 422, title: 'Validation failed' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency key reused' },
  'rate-limited': { status: 429, title: 'Rate limit exceeded' },
  'quota-exceeded': { status: 429, title: 'Quota exceeded' },
  'header-fields-too-large': { status: 431, title: 'Header fields too large' },
  'internal-error': { status: 500, title: 'Internal error' },
  'not-served': { status: 501, title: 'Not served' },
  unavailable: { status: 503, title: 'Unavailable' },
  'storage-full': { status: 507, title: 'Storage full' },
} as const satisfies Record<string, ProblemType>;

export type EngineProblemType = keyof typeof ENGINE_PROBLEM_TYPES;

/** The name type ensures that every problem type has texts. */
export const createCatalogue = <Name extends string>(
  types: Readonly<Record<Name, ProblemType>>,
  texts: Readonly<Record<Name, ProblemTexts>>,
): ProblemCatalogue =>
  new Map((Object.keys(types) as Name[]).map((name) => [name, { ...types[name], texts: texts[name] }]));

/** The default for descriptions without their own catalogue. */
export const ENGINE_PROBLEMS: ProblemCatalogue = createCatalogue(ENGINE_PROBLEM_TYPES, {
  ...ENGINE_TEXTS,
  ...UNLISTED_TEXTS,
});

/**
 * Whether operations document it; types that any request can get are not documented per operation.
 * Assumption: outside-catalogue-statuses.
 */
export const isListed = (type: string): boolean => type !== 'about:blank' && !Object.hasOwn(UNLISTED_TEXTS, type);
