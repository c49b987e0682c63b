import { jsonContent, type Reply } from '../../kernel/http.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { problem } from './problem.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

interface ProblemOccurrence {
  /** Prefix of the type URIs, without a trailing slash. */
  readonly problemBase: string;
  /** The request path. */
  readonly instance: string;
  readonly traceId: string;
}

export const toTypeUri = (type: string, problemBase: string): string =>
  type === 'about:blank' ? type : `${problemBase}/problems/${type}`;

/** The only place where problems are serialized. */
export const renderProblem = (members: ProblemMembers, occurrence: ProblemOccurrence): Reply => ({
  status: members.status,
  headers: members.headers ?? {},
  content: jsonContent(
    {
      type: toTypeUri(members.type, occurrence.problemBase),
      title: members.title,
      status: members.status,
      detail: members.detail,
      instance: occurrence.instance,
      traceId: occurrence.traceId,
      errors: members.errors,
      currentResource: members.currentResource,
      ...members.extensions,
    },
    PROBLEM_MEDIA_TYPE,
  ),
});

/** Converts any thrown value to a problem: unexpected errors become internal-error, without internal details. */
export const toProblem = (thrown: unknown): Problem =>
  thrown instanceof Problem
    ? thrown
    : problem('internal-error', { detail: 'The stub failed to answer. The trace id finds the cause in its log.' });
