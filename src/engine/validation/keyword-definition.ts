import type { Ajv2020, CodeKeywordDefinition } from 'ajv/dist/2020.js';

/** Ajv's own definition of a keyword, to be changed: one that is removed and added again would report its errors last. */
export const definitionOf = (ajv: Ajv2020, keyword: string): CodeKeywordDefinition => {
  const found = ajv.getKeyword(keyword);
  if (typeof found === 'boolean' || !('code' in found)) throw new Error(`Ajv has no code for ${keyword}`);
  return found;
};
