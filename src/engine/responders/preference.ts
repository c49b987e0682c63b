import type { ApiRequest } from '../../kernel/http.ts';
import { problem } from '../problems/problem.ts';

/** What a request asks of the stub itself: Prism's words, in a `Prefer` header (RFC 7240) or as query twins. */
export interface Preference {
  /** As it was written: whether it is a status that can be met is for the operation to say. */
  readonly code?: string;
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
}

const NAMES = ['code', 'example', 'dynamic', 'seed'] as const;

type Texts = Partial<Record<(typeof NAMES)[number], string>>;

/** The ordinary request: recognized by identity. */
export const NO_PREFERENCE: Preference = {};

/** `code=409, example="version-mismatch"`; preferences that are not ours are left alone, as RFC 7240 asks. */
const PREFERENCE = /(?:^|[,;])\s*([\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,;\s]*)))?/g;

const readHeader = (header: string): Texts => {
  const texts: Texts = {};
  for (const [, name = '', quoted, plain] of header.matchAll(PREFERENCE)) {
    const ours = NAMES.find((known) => known === name.toLowerCase());
    // The first one counts (RFC 7240, section 2).
    if (ours !== undefined) texts[ours] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '';
  }
  return texts;
};

const readQuery = (query: string): Texts => {
  const parameters = new URLSearchParams(query);
  const texts: Texts = {};
  for (const name of NAMES) {
    const value = parameters.get(`__${name}`);
    if (value !== null) texts[name] = value;
  }
  return texts;
};

/** Whether there is anything to read a preference from. */
export const mayPrefer = (request: ApiRequest): boolean =>
  request.header('prefer') !== undefined || request.query.includes('__');

/** The query wins over the header: it is what somebody typed last, in a browser or a script. */
export const readPreference = (request: ApiRequest): Preference => {
  const header = request.header('prefer');
  const inQuery = request.query.includes('__');
  if (header === undefined && !inQuery) return NO_PREFERENCE;
  const texts = { ...(header === undefined ? {} : readHeader(header)), ...(inQuery ? readQuery(request.query) : {}) };
  return {
    ...(texts.code === undefined ? {} : { code: texts.code }),
    ...(texts.example === undefined || texts.example === '' ? {} : { example: texts.example }),
    ...(texts.dynamic === undefined ? {} : { dynamic: toFlag(texts.dynamic) }),
    ...(texts.seed === undefined || texts.seed === '' ? {} : { seed: texts.seed }),
  };
};

/**
 * Whether an answer of the description is asked for instead of the usual one. A seed alone does not, nor does
 * `dynamic=false`: they say how a body is to be made, should one have to be made.
 */
export const asksForAnswer = ({ code, example, dynamic }: Preference): boolean =>
  code !== undefined || example !== undefined || dynamic === true;

const toFlag = (text: string): boolean => {
  if (text === 'true' || text === '' || text === 'false') return text !== 'false';
  throw problem('malformed-request', { detail: `Prefer: dynamic=${text} must be true or false.` });
};

/** The value of `Preference-Applied`; undefined when nothing was asked. */
export const toPreferenceApplied = (preference: Preference): string | undefined => {
  const applied = NAMES.filter((name) => preference[name] !== undefined).map((name) => {
    const value = String(preference[name]);
    return `${name}=${/^[\w.-]+$/.test(value) ? value : JSON.stringify(value)}`;
  });
  return applied.length > 0 ? applied.join(', ') : undefined;
};
