import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { firstMembers } from './first-members.ts';
import { SchemaError } from './schema-error.ts';

/** The errors of a value; empty if it is valid. */
export type FindErrors = (value: unknown) => readonly ErrorObject[];

const NO_ERRORS: readonly ErrorObject[] = [];

/** Maximum number of members or items per array or object when listing errors. */
const LISTED = 200;

/** Validators of one schema: one stops at the first error, the other collects all errors. */
interface Steps {
  readonly first: () => ValidateFunction;
  readonly listing: () => ValidateFunction;
}

/**
 * First checks validity in time linear in the size of the value; only if invalid, lists all errors, on a copy with
 * truncated arrays and objects: listing takes time quadratic in the number of errors, which a hostile body controls.
 */
export const createTwoStepValidator = ({ first, listing }: Steps): FindErrors => {
  let fits: ValidateFunction | undefined;
  let list: ValidateFunction | undefined;
  return (value) => {
    fits ??= first();
    if (fits(value)) return NO_ERRORS;
    const found = fits.errors ?? [];
    list ??= listing();
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
