import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../../kernel/json.ts';
import type { Compilers } from './ajv.ts';
import { SchemaError } from './lazy-references.ts';
import { setMember } from './text-values.ts';

/**
 * The value itself, or a copy with truncated arrays and objects, at every level, if it has more members anywhere: plain
 * objects, since `const` compares by deep equality.
 */
export const firstMembers = (value: unknown, most: number): unknown =>
  isWhole(value, most) ? value : cut(value, most);

/** Nearly every value is: counting is cheaper than a copy. */
const isWhole = (value: unknown, most: number): boolean => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.length <= most && value.every((item) => isWhole(item, most));
  let members = 0;
  for (const key in value)
    if (++members > most || !isWhole((value as Record<string, unknown>)[key], most)) return false;
  return true;
};

const cut = (value: unknown, most: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, most));
  if (!isObject(value) || ArrayBuffer.isView(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).slice(0, most)) setMember(copy, key, cut(value[key], most));
  return copy;
};

/** The errors of a value; empty if it is valid. */
export type FindErrors = (value: unknown) => readonly ErrorObject[];

const NO_ERRORS: readonly ErrorObject[] = [];

/** Maximum number of members or items per array or object when listing errors. */
const LISTED = 200;

/**
 * First checks validity in time linear in the size of the value; only if invalid, lists all errors, on a copy with
 * truncated arrays and objects: listing takes time quadratic in the number of errors, which a hostile body controls.
 */
export const createTwoStepValidator = (
  schema: string | object,
  { exact, listing }: Pick<Compilers, 'exact' | 'listing'>,
): FindErrors => {
  let fits: ValidateFunction | undefined;
  return (value) => {
    fits ??= exact(schema);
    if (fits(value)) return NO_ERRORS;
    const found = fits.errors ?? [];
    const list = listing(schema);
    try {
      // The errors may be beyond the truncation: then only the first error is reported.
      return list(firstMembers(value, LISTED)) ? found : (list.errors ?? found);
    } catch (error) {
      // Listing may be too much effort where stopping at the first error was not.
      if (error instanceof SchemaError) return found;
      throw error;
    }
  };
};
