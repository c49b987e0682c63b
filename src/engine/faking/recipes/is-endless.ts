import { valueAt } from '../../contract/json-pointer.ts';
import { isSchemaObject } from '../../contract/walk-schema.ts';

/**
 * Whether validating a value against the schema requires validating it against the same schema again, via references
 * and compositions: validators and json-schema-faker would recurse infinitely.
 */
export const isEndless = (document: unknown, schema: unknown, around: readonly string[] = []): boolean => {
  if (!isSchemaObject(schema)) return false;
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const inner = [allOf, anyOf, oneOf, not, condition, then, otherwise].flat();
  if (inner.some((part) => isEndless(document, part, around))) return true;
  if (typeof $ref !== 'string') return false;
  return around.includes($ref) || isEndless(document, valueAt(document, $ref), [...around, $ref]);
};
