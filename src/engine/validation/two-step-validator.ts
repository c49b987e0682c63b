import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { setMember } from './set-member.ts';

/** The errors of a value; none when it fits. */
export type FindErrors = (value: unknown) => readonly ErrorObject[];

const NO_ERRORS: readonly ErrorObject[] = [];

/** So many members of an array or object are looked at for the list of errors; nobody reads more. */
const LISTED = 200;

/** Validators of one schema: one stops at the first error, the other lists them all. */
interface Steps {
  readonly first: () => ValidateFunction;
  readonly listing: () => ValidateFunction;
}

/**
 * Says first whether a value fits, which costs its size, and only then what all is wrong, on a copy whose arrays and
 * objects are cut short: listing errors costs their number squared, and a hostile body has as many as it likes.
 */
export const createTwoStepValidator = ({ first, listing }: Steps): FindErrors => {
  let fits: ValidateFunction | undefined;
  let list: ValidateFunction | undefined;
  return (value) => {
    fits ??= first();
    if (fits(value)) return NO_ERRORS;
    const found = fits.errors ?? [];
    list ??= listing();
    // What is wrong may lie beyond the cut: then the first error is all there is to tell.
    return list(cut(value)) ? found : (list.errors ?? found);
  };
};

/** A copy with short arrays and objects, at every level: objects like any other, since constants are compared with them. */
const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, LISTED).map(cut);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value).slice(0, LISTED)) setMember(copy, key, cut(member));
  return copy;
};
