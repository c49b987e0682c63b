/** Origins whose pages may call the server: none, all, or those of a list. */
export type CorsOrigins = 'none' | 'any' | ReadonlySet<string>;

/** An invalid entry; the message describes the expected form. */
export class CorsOriginsError extends Error {
  override readonly name = 'CorsOriginsError';
}

/** `none`, `*`, or `https://app.example, http://localhost:3000`. */
export const parseCorsOrigins = (text: string): CorsOrigins => {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length === 0) return 'none';
  if (entries.length === 1 && (entries[0] === 'none' || entries[0] === '*'))
    return entries[0] === 'none' ? 'none' : 'any';
  return new Set(entries.map(readOrigin));
};

const readOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin || text.endsWith('/'))
    throw new CorsOriginsError(
      `"${text}" is no origin: write *, none, or scheme, host and port of each page, as in https://app.example,http://localhost:3000`,
    );
  return url.origin;
};
