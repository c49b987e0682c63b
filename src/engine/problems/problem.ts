import { STATUS_CODES } from 'node:http';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { PROBLEM_TYPES, type ProblemType } from './catalogue.ts';

type Specifics = Omit<ProblemMembers, 'type' | 'title' | 'status'>;

/** A problem of the catalogue, to be thrown. */
export const problem = (type: ProblemType, specifics: Specifics): Problem =>
  new Problem({ type, ...PROBLEM_TYPES[type], ...specifics });

/**
 * A refusal for which the catalogue has no type (405, 406, 413, 415, ...): its status is all there is to say, which
 * RFC 9457 writes as `about:blank`. Assumption: statuses-outside-catalogue.
 */
export const plainProblem = (status: number, specifics: Specifics): Problem =>
  new Problem({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Refused', status, ...specifics });
