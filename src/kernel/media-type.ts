/** Clients send a handful of Content-Types; so many are remembered, and a hostile one costs no more than this. */
const REMEMBERED = 500;
const essences = new Map<string, string>();

/** `application/json; charset=utf-8` without its parameters, in lower case. */
export const toEssence = (mediaType: string): string => {
  const known = essences.get(mediaType);
  if (known !== undefined) return known;
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (essences.size < REMEMBERED) essences.set(mediaType, essence);
  return essence;
};

/** True when a concrete media type falls under a described one, which may be a range (`image/*`). */
export const matchesMediaType = (described: string, concrete: string): boolean => {
  const essence = toEssence(concrete);
  if (described === essence || described === '*/*') return true;
  return described.endsWith('/*') && essence.startsWith(described.slice(0, -1));
};

/** The value of a parameter such as `charset` or `boundary`; undefined when absent. */
export const mediaTypeParameter = (mediaType: string, name: string): string | undefined =>
  mediaType.includes(';')
    ? new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(mediaType)?.slice(1).find(Boolean)
    : undefined;
