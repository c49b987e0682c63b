import { createCatalogue, type ProblemCatalogue } from '../../engine/problems/catalogue.ts';
import { PROBLEM_TEXTS } from './problem-texts.ts';
import { PROBLEM_TYPES } from './problem-types.ts';

/** The problem catalogue of this API. */
export const PROBLEMS: ProblemCatalogue = createCatalogue(PROBLEM_TYPES, PROBLEM_TEXTS);
