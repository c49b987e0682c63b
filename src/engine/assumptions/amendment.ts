import { isObject } from '../../kernel/is-object.ts';
import type { Reply } from '../../kernel/http.ts';
import { PROBLEM_MEDIA_TYPE, toTypeUri } from '../problems/render-problem.ts';
import type { Concern } from './concern.ts';
import { mergePatch } from './merge-patch.ts';
import { type Surroundings, withBody } from './reply-body.ts';
import { REWRITINGS, type RewritingName } from './rewritings.ts';

/** How an alternative changes a response. */
export interface Amendment {
  /** The responses that it applies to; all if omitted. */
  readonly to?: Concern;
  readonly status?: number;
  /** Another problem type, with its status and title. */
  readonly problem?: string;
  /** In lower case; null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** A JSON Merge Patch for a body that is an object. */
  readonly body?: unknown;
  /** Members to omit if null; in a list, of each item. */
  readonly leaveOutNull?: readonly string[];
  /** Members to add if missing; in a list, to each item. */
  readonly fill?: Readonly<Record<string, unknown>>;
  /** `{ blockers: code }` replaces each item of the list `blockers` with its `code`. */
  readonly pluck?: Readonly<Record<string, string>>;
  /** A change that no patch can express. */
  readonly rewrite?: RewritingName | readonly RewritingName[];
}

export const amend = (reply: Reply, amendment: Amendment, surroundings: Surroundings): Reply => {
  let amended = reply;
  const { status, problem, headers, body, leaveOutNull, fill, pluck, rewrite = [] } = amendment;
  if (problem !== undefined) amended = asProblem(amended, problem, surroundings);
  if (status !== undefined) amended = withStatus(amended, status);
  if (headers !== undefined) amended = { ...amended, headers: withHeaders(amended.headers, headers) };
  if (body !== undefined) amended = withBody(amended, (value) => (isObject(value) ? mergePatch(value, body) : value));
  if (leaveOutNull !== undefined) amended = withItems(amended, (members) => withoutNulls(members, leaveOutNull));
  if (fill !== undefined) amended = withItems(amended, (members) => ({ ...fill, ...members }));
  if (pluck !== undefined) amended = withItems(amended, (members) => plucked(members, pluck));
  for (const name of typeof rewrite === 'string' ? [rewrite] : rewrite)
    amended = REWRITINGS[name](amended, surroundings);
  return amended;
};

/** A problem repeats its status in its body. */
const withStatus = (reply: Reply, status: number): Reply => {
  const isProblem = reply.content?.mediaType === PROBLEM_MEDIA_TYPE;
  const changed = isProblem ? withBody(reply, (value) => ({ ...(value as object), status })) : reply;
  return status === 204 ? { ...changed, status, content: undefined } : { ...changed, status };
};

const asProblem = (reply: Reply, type: string, { problemBase, problems }: Surroundings): Reply => {
  const known = problems.get(type);
  if (known === undefined || reply.content?.mediaType !== PROBLEM_MEDIA_TYPE) return reply;
  const { status, title } = known;
  return {
    ...withBody(reply, (value) => ({ ...(value as object), type: toTypeUri(type, problemBase), title, status })),
    status,
  };
};

const withHeaders = (headers: Reply['headers'], changes: NonNullable<Amendment['headers']>): Reply['headers'] =>
  Object.fromEntries(
    Object.entries({ ...headers, ...changes }).filter((each): each is [string, string] => each[1] !== null),
  );

type Members = Readonly<Record<string, unknown>>;

/** Applies a change to the body, or to each item if it is a list. */
const withItems = (reply: Reply, change: (members: Members) => Members): Reply =>
  withBody(reply, (value) => {
    if (!isObject(value)) return value;
    const { data } = value;
    if (!Array.isArray(data)) return change(value);
    return { ...value, data: data.map((item: unknown) => (isObject(item) ? change(item) : item)) };
  });

const withoutNulls = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name, value]) => value !== null || !names.includes(name)));

const plucked = (members: Members, lists: Readonly<Record<string, string>>): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const wanted = lists[name];
      if (wanted === undefined || !Array.isArray(value)) return [name, value];
      return [name, value.map((item: unknown) => (isObject(item) ? item[wanted] : item))];
    }),
  );
