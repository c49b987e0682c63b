import { ENGINE_PROBLEMS } from '../../generated/problems.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { jsonContent, type Reply } from '../../kernel/http.ts';

/** The explanation of a problem type for the integrator, from spec/problems.yaml; backticks mark code. */
export interface ProblemTexts {
  readonly meaning: string;
  /** The most common ones. */
  readonly causes: readonly string[];
  readonly remedy: string;
  /** The rule of the API description behind the type. */
  readonly rule: {
    /** In our own words. */
    readonly text: string;
    /** False for a type that the description does not define: its first assumption is the one that introduced it. */
    readonly documented: boolean;
    /** Entries of `spec/assumptions.yaml` that resolve what the description leaves open here. */
    readonly assumptions: readonly string[];
  };
}

export interface ProblemType {
  readonly status: number;
  readonly title: string;
  readonly texts: ProblemTexts;
}

/** The problem types of an API by name, in listing order. It includes the engine's, possibly with its own texts. */
export type ProblemCatalogue = ReadonlyMap<string, ProblemType>;

export type EngineProblemType = keyof typeof ENGINE_PROBLEMS;

/** The default for descriptions without their own catalogue. */
export const ENGINE_CATALOGUE: ProblemCatalogue = new Map(Object.entries(ENGINE_PROBLEMS));

/** Types that any request can get are not documented per operation. Assumption: outside-catalogue-statuses. */
const UNLISTED = new Set(Object.entries(ENGINE_PROBLEMS).flatMap(([name, type]) => ('unlisted' in type ? [name] : [])));

/** Whether operations document it. */
export const isListed = (type: string): boolean => type !== 'about:blank' && !UNLISTED.has(type);

export type Specifics = Omit<ProblemMembers, 'type' | 'title' | 'status'>;

const toSpecifics = (given: Specifics | string): Specifics => (typeof given === 'string' ? { detail: given } : given);

/** A problem that any API may respond with, to be thrown. Of most, only the detail is specific. */
export const problem = (type: EngineProblemType, specifics: Specifics | string): Problem =>
  createProblem(type, ENGINE_PROBLEMS[type], specifics);

/** A problem of any catalogue. */
export const createProblem = (type: string, { status, title }: ProblemType, specifics: Specifics | string): Problem =>
  new Problem({ type, status, title, ...toSpecifics(specifics) });

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

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

export const toTypeUri = (type: string, problemBase: string): string =>
  type === 'about:blank' ? type : `${problemBase}/problems/${type}`;

/** The only place where problems are serialized. */
export const renderProblem = (
  members: ProblemMembers,
  occurrence: {
    /** Prefix of the type URIs, without a trailing slash. */
    readonly problemBase: string;
    /** The request path. */
    readonly instance: string;
    readonly traceId: string;
  },
): Reply => ({
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
