import { STATUS_CODES } from '../../kernel/status-codes.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { ENGINE_PROBLEMS } from '../../generated/problems.ts';
import type { EngineProblemType, ProblemType } from './catalogue.ts';

export type Specifics = Omit<ProblemMembers, 'type' | 'title' | 'status'>;

const toSpecifics = (given: Specifics | string): Specifics => (typeof given === 'string' ? { detail: given } : given);

/** A problem that any API may respond with, to be thrown. Of most, only the detail is specific. */
export const problem = (type: EngineProblemType, specifics: Specifics | string): Problem =>
  createProblem(type, ENGINE_PROBLEMS[type], specifics);

/** A problem of any catalogue. */
export const createProblem = (
  type: string,
  { status, title }: Pick<ProblemType, 'status' | 'title'>,
  specifics: Specifics | string,
): Problem => new Problem({ type, status, title, ...toSpecifics(specifics) });

/** 422 for a member that breaks a rule which no schema can express. */
export const invalidMember = (
  field: string,
  message: string,
  rejectedValue: unknown,
  detail = `${field}: ${message}.`,
): Problem => problem('validation-error', { detail, errors: [{ field, message, rejectedValue }] });

/**
 * A problem of the control API without its own type, which RFC 9457 writes as `about:blank`. The API itself has a
 * type for every problem.
 */
export const plainProblem = (status: number, specifics: Specifics | string): Problem =>
  new Problem({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Refused', status, ...toSpecifics(specifics) });
