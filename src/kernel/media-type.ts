/** Cache size. Clients send a handful of distinct Content-Types; the limit bounds memory under hostile input. */
const REMEMBERED = 500;
const essences = new Map<string, string>();

/** The media type without parameters, in lower case: `application/json` of `application/json; charset=utf-8`. */
export const toEssence = (mediaType: string): string => {
  const known = essences.get(mediaType);
  if (known !== undefined) return known;
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (essences.size < REMEMBERED) essences.set(mediaType, essence);
  return essence;
};

/** `image/*` or, as frameworks write it, `application/*+json`. */
export const isMediaRange = (mediaType: string): boolean => mediaType.includes('*');

/** True if a concrete media type matches a described one, which may be a range. */
export const matchesMediaType = (described: string, concrete: string): boolean => {
  const essence = toEssence(concrete);
  if (described === essence || described === '*/*') return true;
  const star = described.indexOf('*');
  return star > 0 && essence.startsWith(described.slice(0, star)) && essence.endsWith(described.slice(star + 1));
};

/** The most specific of those that match: `text/plain` before `text/*` (OpenAPI 3.0.4, section 4.7.13.1). */
export const findMediaType = <T extends { readonly mediaType: string }>(
  described: readonly T[],
  concrete: string,
): T | undefined => {
  const essence = toEssence(concrete);
  const exact = described.find(({ mediaType }) => mediaType === essence);
  if (exact !== undefined) return exact;
  const matching = described.filter(({ mediaType }) => matchesMediaType(mediaType, essence));
  return matching.sort((one, other) => other.mediaType.length - one.mediaType.length)[0];
};

/** RFC 7303, sections 9.1, 9.2 and 8: `application/xml`, `text/xml`, and types that end in `+xml`. */
export const isXmlMediaType = (mediaType: string): boolean =>
  /^(?:(?:application|text)\/xml|[^;]+\+xml)\s*(?:;|$)/i.test(mediaType);

/**
 * How a sequence of values is written (OpenAPI 3.2.0, section 4.14.3): JSON values each in a line (JSON Lines), or each after
 * a record separator (RFC 7464), or server-sent events.
 */
export type Sequence = 'lines' | 'records' | 'events';

export const sequenceOf = (mediaType: string): Sequence | undefined => {
  const essence = toEssence(mediaType);
  if (/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/.test(essence)) return 'lines';
  if (/^application\/(?:.+\+)?json-seq$/.test(essence)) return 'records';
  return essence === 'text/event-stream' ? 'events' : undefined;
};

/** The value of a parameter such as `charset` or `boundary`; undefined if absent. */
export const mediaTypeParameter = (mediaType: string, name: string): string | undefined =>
  mediaType.includes(';')
    ? new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(mediaType)?.slice(1).find(Boolean)
    : undefined;
