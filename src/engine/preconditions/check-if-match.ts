import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import { problem } from '../problems/problem.ts';
import { matchesStrongly, matchesWeakly, parseEntityTags } from './entity-tags.ts';

/** The current state of a resource, which a client with an outdated version receives. */
export interface CurrentResource {
  readonly version: number;
}

/**
 * Throws 409 version-mismatch with the current resource if `If-Match` differs from its version: not 412 as in HTTP, so
 * that the problem names its type. Without the header the change is unconditional.
 */
export const checkIfMatch = (header: string | undefined, current: CurrentResource, assumed = NOTHING_ASSUMED): void => {
  if (header === undefined) return;
  const tags = parseEntityTags(header);
  if (tags === undefined)
    throw problem('malformed-request', {
      detail: `If-Match: ${header} is not a list of entity tags. Send "${String(current.version)}" with the double quotes, a comma-separated list, or *.`,
    });
  const version = shownVersion(current, assumed);
  const matches = assumed.has('etag-format=weak') ? matchesWeakly : matchesStrongly;
  if (matches(tags, version)) return;
  throw problem('version-mismatch', {
    detail: `The resource is at version ${version}, but If-Match is ${header}. Read the resource again and send If-Match: "${version}".`,
    currentResource: current,
  });
};

/** The version as clients see it. */
const shownVersion = ({ version }: CurrentResource, assumed: Assumed): string =>
  String(assumed.has('version-start=zero') ? version - 1 : version);
