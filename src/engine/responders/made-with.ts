import type { Plan } from './negotiate.ts';
import { isMadeByLibrary } from '../faking/made-by-library.ts';

/**
 * The libraries that contributed to a response, for `X-Mock-Made-With`; undefined for the default one, which is not
 * listed.
 */
export const madeWith = ({ isWeighed }: Plan, body: unknown): string | undefined => {
  const isDrawn = isMadeByLibrary(body);
  if (isWeighed !== true && !isDrawn) return undefined;
  return [...(isDrawn ? ['json-schema-faker'] : []), ...(isWeighed === true ? ['prism-http'] : [])].join(', ');
};
