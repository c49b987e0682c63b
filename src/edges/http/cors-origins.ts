import { isLoopbackOrigin } from './host-name.ts';

/** Origins whose pages may call the server: none, those of this machine, all, or those of a list. */
export type CorsOrigins = 'none' | 'local' | 'any' | ReadonlySet<string>;

const WORDS: ReadonlyMap<string, 'none' | 'local' | 'any'> = new Map([
  ['none', 'none'],
  ['local', 'local'],
  ['*', 'any'],
]);

/** Whether pages of an origin may call a path. Guarded paths open only to origins that are listed. */
export const allowsOrigin = (origins: CorsOrigins, origin: string, isGuarded: boolean): boolean => {
  if (typeof origins !== 'string') return origins.has(origin);
  if (origins === 'none' || isGuarded) return false;
  return origins === 'any' || isLoopbackOrigin(origin);
};

/** An invalid entry; the message describes the expected form. */
export class CorsOriginsError extends Error {
  override readonly name = 'CorsOriginsError';
}

/** `none`, `local`, `*`, or `https://app.example, http://localhost:3000`. */
export const parseCorsOrigins = (text: string): CorsOrigins => {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length === 0) return 'none';
  const [only = '', ...others] = entries;
  const word = others.length === 0 ? WORDS.get(only) : undefined;
  return word ?? new Set(entries.map(readOrigin));
};

const readOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin || text.endsWith('/'))
    throw new CorsOriginsError(
      `"${text}" is no origin: write *, none, local, or scheme, host and port of each page, as in https://app.example,http://localhost:3000`,
    );
  return url.origin;
};
