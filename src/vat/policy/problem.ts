import { type Specifics, createProblem } from '../../engine/problems/problem.ts';
import type { Problem } from '../../kernel/problem.ts';
import { PROBLEM_TYPES, type ProblemType } from './problem-types.ts';
import { type ProblemCatalogue, createCatalogue } from '../../engine/problems/catalogue.ts';
import { PROBLEM_TEXTS } from './problem-texts.ts';

/** Creates a problem of this API's catalogue, to be thrown. */
export const problem = (type: ProblemType, specifics: Specifics): Problem =>
  createProblem(type, PROBLEM_TYPES[type], specifics);

/** 422 validation-error for a rule that a schema cannot express, broken by the named field. */
export const violation = (field: string, message: string, rejectedValue: unknown): Problem =>
  problem('validation-error', { detail: `${field} ${message}.`, errors: [{ field, message, rejectedValue }] });

/** The problem catalogue of this API. */
export const PROBLEMS: ProblemCatalogue = createCatalogue(PROBLEM_TYPES, PROBLEM_TEXTS);
