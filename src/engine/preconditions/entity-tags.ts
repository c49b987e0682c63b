/**
 * Entity tags of RFC 9110: `"3"` is strong, `W/"3"` weak. The description uses the integer version as a strong tag; an
 * unquoted version is accepted as one (assumption: etag-format).
 */
interface EntityTag {
  readonly weak: boolean;
  readonly value: string;
}

/** `*`, or a list. */
type EntityTags = '*' | readonly EntityTag[];

const TAG = /\s*(?:(W\/)?"([^"]*)"|([^\s,"]+))\s*(?:,|$)/gy;

/** Undefined if the header is not a valid list of entity tags. */
export const parseEntityTags = (header: string): EntityTags | undefined => {
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  let end = 0;
  for (const match of header.matchAll(TAG)) {
    const [whole, weak, quoted, bare] = match;
    tags.push({ weak: weak !== undefined, value: quoted ?? bare ?? '' });
    end = match.index + whole.length;
  }
  return end === header.length && tags.length > 0 ? tags : undefined;
};

/** If-Match uses strong comparison: a weak tag never matches. */
export const matchesStrongly = (tags: EntityTags, value: string): boolean =>
  tags === '*' || tags.some((tag) => !tag.weak && tag.value === value);

/** If-None-Match uses weak comparison: weakness is ignored. */
export const matchesWeakly = (tags: EntityTags, value: string): boolean =>
  tags === '*' || tags.some((tag) => tag.value === value);
