import type { SecurityRequirement, SecurityScheme } from './contract.ts';
import type { Cursor } from './cursor.ts';
import { PlaceError } from './diagnostic.ts';
import { pointerKeys } from './json-pointer.ts';

/**
 * The security requirements of the operation, else of the document. An empty one (`{}`) makes credentials optional:
 * public.
 */
export const readSecurity = (root: Cursor, operation: Cursor): SecurityRequirement[] => {
  const declared = operation.at('security').exists ? operation.at('security') : root.at('security');
  const requirements = declared
    .entries()
    .map(([, requirement]) => requirement.entries().map(([name, place]) => readScheme(root, name, place)));
  return requirements.some((requirement) => requirement.length === 0) ? [] : requirements;
};

const readScheme = (root: Cursor, name: string, usedAt: Cursor): SecurityScheme => {
  // OpenAPI 3.2.0, 4.30.1: a name, or the URI of a scheme.
  const named = root.at('components', 'securitySchemes', name);
  const scheme = named.exists || !name.startsWith('#/') ? named : root.at(...pointerKeys(name));
  if (!scheme.exists) throw new PlaceError(usedAt, `security scheme "${name}" is not described`);
  const at = scheme.follow();
  const type = at.text('type');
  if (type === 'apiKey') {
    const location = at.text('in');
    if (location !== 'query' && location !== 'header' && location !== 'cookie')
      throw new PlaceError(at, `security scheme "${name}": "in" must be query, header or cookie`);
    return { kind: 'api-key', name, in: location, key: at.text('name') ?? '' };
  }
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'bearer', name };
  if (type === 'http') {
    const kind = at.text('scheme')?.toLowerCase();
    if (kind === 'bearer' || kind === 'basic') return { kind, name };
  }
  return { kind: 'other', name };
};
