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

/** True if a concrete media type matches a described one, which may be a range (`image/*`). */
export const matchesMediaType = (described: string, concrete: string): boolean => {
  const essence = toEssence(concrete);
  if (described === essence || described === '*/*') return true;
  return described.endsWith('/*') && essence.startsWith(described.slice(0, -1));
};

/** The value of a parameter such as `charset` or `boundary`; undefined if absent. */
export const mediaTypeParameter = (mediaType: string, name: string): string | undefined =>
  mediaType.includes(';')
    ? new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(mediaType)?.slice(1).find(Boolean)
    : undefined;
