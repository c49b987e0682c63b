import type { Violation } from '../../kernel/problem.ts';
import { problem } from '../problems/problem.ts';
import { MAX_VIOLATIONS } from './violations.ts';

/** 422 with one entry of `errors[]` per violation. */
export const invalid = (violations: readonly Violation[]): Error =>
  problem('validation-error', { detail: summarize(violations), errors: violations });

const summarize = (violations: readonly Violation[]): string => {
  const [first] = violations;
  const one = first === undefined ? '' : `${first.field === '' ? 'The body' : first.field} ${first.message}`;
  if (violations.length === 1) return `${one}.`;
  const number =
    violations.length === MAX_VIOLATIONS ? `at least ${String(MAX_VIOLATIONS)}` : String(violations.length);
  return `${number} violations; the first: ${one}.`;
};
