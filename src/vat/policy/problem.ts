import { createProblem, invalidMember } from '../../engine/sdk.ts';
import type { Problem } from '../../kernel/problem.ts';
import { API_PROBLEMS } from '../../generated/problems.ts';

/** The problem types of the description ("Status catalog") and our own additions. */
export type ProblemType = keyof typeof API_PROBLEMS;

/** Creates a problem of this API's catalogue, to be thrown. */
export const problem = (type: ProblemType, specifics: Parameters<typeof createProblem>[2]): Problem =>
  createProblem(type, API_PROBLEMS[type], specifics);

/** 422 validation-error for a rule that a schema cannot express, broken by the named field. */
export const violation = (field: string, message: string, rejectedValue: unknown): Problem =>
  invalidMember(field, message, rejectedValue, `${field} ${message}.`);

/** The problem catalogue of this API. */
export const PROBLEMS: ReadonlyMap<string, (typeof API_PROBLEMS)[ProblemType]> = new Map(Object.entries(API_PROBLEMS));
