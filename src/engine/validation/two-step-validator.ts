import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { setMember } from './set-member.ts';

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
    // The errors may be beyond the truncation: then only the first error is reported.
    return list(cut(value)) ? found : (list.errors ?? found);
  };
};

/** A copy with truncated arrays and objects, at every level: plain objects, since `const` compares by deep equality. */
const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, LISTED).map(cut);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value).slice(0, LISTED)) setMember(copy, key, cut(member));
  return copy;
};
