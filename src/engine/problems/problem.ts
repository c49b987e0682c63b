import { STATUS_CODES } from 'node:http';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { PROBLEM_TYPES, type ProblemType } from './catalogue.ts';

type Specifics = Omit<ProblemMembers, 'type' | 'title' | 'status'>;

/** A problem of the catalogue, to be thrown. */
export const problem = (type: ProblemType, specifics: Specifics): Problem =>
  new Problem({ type, ...PROBLEM_TYPES[type], ...specifics });

/**
 * A refusal of the control API whose status is all there is to say, which RFC 9457 writes as `about:blank`. The API itself
 * has a type for everything.
 */
export const plainProblem = (status: number, specifics: Specifics): Problem =>
  new Problem({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Refused', status, ...specifics });
