import type { Plan } from './negotiate.ts';
import { isMadeByLibrary } from '../faking/made-by-library.ts';

/** The libraries that had a part in an answer, for `X-Mock-Made-With`; undefined for the usual one, which needs none. */
export const madeWith = ({ isWeighed }: Plan, body: unknown): string | undefined => {
  const isDrawn = isMadeByLibrary(body);
  if (isWeighed !== true && !isDrawn) return undefined;
  return [...(isDrawn ? ['json-schema-faker'] : []), ...(isWeighed === true ? ['prism-http'] : [])].join(', ');
};
