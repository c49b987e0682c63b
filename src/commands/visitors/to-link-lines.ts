import type { components } from '../../generated/admin-types.ts';
import { alignColumns } from '../terminal/align-columns.ts';

type Link = components['schemas']['VisitorLink'];

/** One link in a sentence. */
export const toLinkLine = ({ id, name, uses, copies, permission, expiresAt }: Link): string => {
  const visitors = uses === 'once' ? 'one visitor' : 'visitors';
  const sandbox = copies === 'shared' ? 'to one sandbox for all' : 'each to a new sandbox';
  const where = uses === 'once' && copies === 'own' ? 'to a new sandbox' : sandbox;
  const limits = permission === 'watch' ? ', to watch only' : '';
  return `${name} (${id}) admits ${visitors} ${where}${limits}, until ${expiresAt}.`;
};

/** All links, one in a line. */
export const toLinkTable = (links: readonly Link[]): readonly string[] => {
  if (links.length === 0) return ['There are no visitor links. Create one with: vatmock visitors create NAME'];
  return alignColumns([
    ['ID', 'STATE', 'VISITS', 'SANDBOXES', 'EXPIRES', 'NAME'],
    ...links.map(({ id, state, useCount, uses, sandboxes, expiresAt, name }) => [
      id,
      state,
      uses === 'once' ? `${String(useCount)} of 1` : String(useCount),
      String(sandboxes.length),
      expiresAt,
      name,
    ]),
  ]);
};
