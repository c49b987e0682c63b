import type { Reply } from '../../kernel/http.ts';
import { PROBLEM_TYPES, isProblemType } from '../problems/catalogue.ts';
import { PROBLEM_MEDIA_TYPE, toTypeUri } from '../problems/render-problem.ts';
import type { Concern } from './concern.ts';
import { mergePatch } from './merge-patch.ts';
import { type Surroundings, isMembers, withBody } from './reply-body.ts';
import { REWRITINGS, type RewritingName } from './rewritings.ts';

/** What becomes of an answer that an alternative has another form for. */
export interface Amendment {
  /** Which answers; all of them without it. */
  readonly to?: Concern;
  readonly status?: number;
  /** Another type of problem, with its status and title. */
  readonly problem?: string;
  /** In lower case; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** A JSON Merge Patch for a body that is an object. */
  readonly body?: unknown;
  /** What no patch can say. */
  readonly rewrite?: RewritingName | readonly RewritingName[];
}

export const amend = (reply: Reply, amendment: Amendment, surroundings: Surroundings): Reply => {
  let amended = reply;
  const { status, problem, headers, body, rewrite = [] } = amendment;
  if (problem !== undefined && isProblemType(problem)) amended = asProblem(amended, problem, surroundings);
  if (status !== undefined) amended = withStatus(amended, status);
  if (headers !== undefined) amended = { ...amended, headers: withHeaders(amended.headers, headers) };
  if (body !== undefined) amended = withBody(amended, (value) => (isMembers(value) ? mergePatch(value, body) : value));
  for (const name of typeof rewrite === 'string' ? [rewrite] : rewrite)
    amended = REWRITINGS[name](amended, surroundings);
  return amended;
};

/** A problem says its status in its body, too. */
const withStatus = (reply: Reply, status: number): Reply => {
  const isProblem = reply.content?.mediaType === PROBLEM_MEDIA_TYPE;
  const changed = isProblem ? withBody(reply, (value) => ({ ...(value as object), status })) : reply;
  return status === 204 ? { ...changed, status, content: undefined } : { ...changed, status };
};

const asProblem = (reply: Reply, type: keyof typeof PROBLEM_TYPES, { problemBase }: Surroundings): Reply => {
  if (reply.content?.mediaType !== PROBLEM_MEDIA_TYPE) return reply;
  const { status, title } = PROBLEM_TYPES[type];
  return {
    ...withBody(reply, (value) => ({ ...(value as object), type: toTypeUri(type, problemBase), title, status })),
    status,
  };
};

const withHeaders = (headers: Reply['headers'], changes: NonNullable<Amendment['headers']>): Reply['headers'] =>
  Object.fromEntries(
    Object.entries({ ...headers, ...changes }).filter((each): each is [string, string] => each[1] !== null),
  );
