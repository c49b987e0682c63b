import { type Specifics, createProblem } from '../../engine/problems/problem.ts';
import type { Problem } from '../../kernel/problem.ts';
import { PROBLEM_TYPES, type ProblemType } from './problem-types.ts';

/** Creates a problem of this API's catalogue, to be thrown. */
export const problem = (type: ProblemType, specifics: Specifics): Problem =>
  createProblem(type, PROBLEM_TYPES[type], specifics);
