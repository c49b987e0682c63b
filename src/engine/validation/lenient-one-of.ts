import { type Ajv2020, _ } from 'ajv/dist/2020.js';
import type { SchemaShapes } from '../contract/schema-shapes.ts';

const SCALARS = new Set(['boolean', 'integer', 'null', 'number', 'string']);

/**
 * Textual values match every scalar type that they can be coerced to: `5` is an integer and a string, so `oneOf` of
 * both would reject it. If all alternatives are scalars, `oneOf` is treated as `anyOf`.
 */
export const readOneOfLeniently = (ajv: Ajv2020, shapes: SchemaShapes): void => {
  const [exactlyOne, any] = [ajv.getKeyword('oneOf'), ajv.getKeyword('anyOf')];
  if (typeof exactlyOne === 'boolean' || typeof any === 'boolean' || !('code' in exactlyOne) || !('code' in any))
    return;
  const isScalar = (branch: unknown): boolean => {
    const types = shapes.typesOf(branch);
    return types.size > 0 && [...types].every((type) => SCALARS.has(type));
  };
  ajv.removeKeyword('oneOf');
  ajv.addKeyword({
    ...exactlyOne,
    keyword: 'oneOf',
    code: (context) => {
      const branches: unknown = context.schema;
      if (!Array.isArray(branches) || !branches.every(isScalar)) {
        exactlyOne.code(context);
        return;
      }
      context.setParams({ passing: _`null` });
      any.code(context);
    },
  });
};
