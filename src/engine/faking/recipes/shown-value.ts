import { isSameJson } from '../../../kernel/canonical-json.ts';
import { withoutForbidden } from '../../contract/document-uses.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { type FlatSchema, flattenSchema } from './flatten-schema.ts';
import { memberSchema } from './merge-schemas.ts';
import { keepsTo } from './value-recipe.ts';

/**
 * The value that the author of a schema gives: the first example that fits, else the default (OpenAPI 3.0.4, section
 * 4.7.24.2). Many examples do not fit, such as a text for an integer; each is left out alone, so that it does not spoil a
 * whole body. Alternatives and rare keywords are not checked here, since the whole body is validated anyway.
 */
export const shownValue = (document: SchemaObject, flat: FlatSchema): { readonly value: unknown } | undefined => {
  const { examples, default: byDefault } = flat.keywords;
  for (const value of [...(Array.isArray(examples) ? (examples as unknown[]) : []), byDefault])
    if (value !== undefined && fits(document, flat, value))
      return { value: withoutForbidden(document, flat.keywords, value) };
  return undefined;
};

const fits = (document: SchemaObject, { keywords }: FlatSchema, value: unknown): boolean => {
  const { enum: listed, required, items } = keywords;
  if (Array.isArray(listed) && !listed.some((one) => isSameJson(one, value))) return false;
  if (!keepsTo(keywords, value)) return false;
  if (Array.isArray(value)) return value.every((item) => fitsWithin(document, items, item));
  if (!isSchemaObject(value)) return true;
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) return false;
  return Object.entries(value).every(([name, member]) => {
    const wanted = memberSchema(keywords, name);
    return wanted === false ? isNamed(keywords, name) : fitsWithin(document, wanted, member);
  });
};

const fitsWithin = (document: SchemaObject, schema: unknown, value: unknown): boolean =>
  !isSchemaObject(schema) || fits(document, flattenSchema(document, schema, new Set()), value);

const isNamed = ({ properties }: SchemaObject, name: string): boolean =>
  isSchemaObject(properties) && Object.hasOwn(properties, name);
