import { NOTHING_ASSUMED } from '../assumptions/register.ts';
import { problem } from '../problems/problem.ts';

/**
 * Throws 409 version-mismatch with the current resource, which a client with an outdated version needs, if `If-Match` differs
 * from its version: not 412 as in HTTP, so that the problem names its type. Without the header the change is unconditional.
 */
export const checkIfMatch = (
  header: string | undefined,
  current: { readonly version: number },
  assumed = NOTHING_ASSUMED,
): void => {
  if (header === undefined) return;
  const tags = parseEntityTags(header);
  if (tags === undefined)
    throw problem('malformed-request', {
      detail: `If-Match: ${header} is not a list of entity tags. Send "${current.version}" with the double quotes, a comma-separated list, or *.`,
    });
  const version = String(current.version);
  const matches = assumed.has('etag-format=weak') ? matchesWeakly : matchesStrongly;
  if (matches(tags, version)) return;
  throw problem('version-mismatch', {
    detail: `The resource is at version ${version}, but If-Match is ${header}. Read the resource again and send If-Match: "${version}".`,
    currentResource: current,
  });
};

/**
 * Entity tags of RFC 9110, `*` or a list: `"3"` is strong, `W/"3"` weak. The description uses the integer version as a strong
 * tag; an unquoted version is accepted as one (assumption: etag-format).
 */
type EntityTags = '*' | readonly { readonly weak: boolean; readonly value: string }[];

const TAG = /\s*(?:(W\/)?"([^"]*)"|([^\s,"]+))\s*(?:,|$)/gy;

/** Undefined if the header is not a valid list of entity tags. */
export const parseEntityTags = (header: string): EntityTags | undefined => {
  if (header.trim() === '*') return '*';
  const tags: Exclude<EntityTags, '*'>[number][] = [];
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
