import { type Content, type Reply, isJsonMediaType, jsonContent, textContent } from '../../kernel/http.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import type { Contract, MediaType, NamedExample, Operation } from '../contract/contract.ts';
import { findResponse } from '../contract/find-response.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { Validated } from '../exchange/exchange.ts';
import { PROBLEM_MEDIA_TYPE } from '../problems/render-problem.ts';
import type { CompileAt } from '../validation/ajv.ts';
import type { ExampleCheck } from './example-check.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** Fallback statuses for refusals that a description may declare, the nearest first. */
const NEAREST: Readonly<Record<number, readonly string[]>> = {
  400: ['400', '422'],
  401: ['401', '403'],
  403: ['403'],
  404: ['404'],
  406: ['406', '400'],
  413: ['413', '400'],
  415: ['415', '400'],
  422: ['422', '400'],
  429: ['429'],
};

export type Refused = Pick<Validated, 'request' | 'traceId'> & Partial<Validated>;

/** The refusal in the form that a custom description declares; undefined if it declares none, or for our own API. */
export type DeclareRefusal = (
  members: ProblemMembers,
  exchange: Refused,
  problem: Reply,
) => Promise<Reply | undefined> | undefined;

interface DeclaredProblem {
  readonly operation: Operation;
  readonly members: ProblemMembers;
  readonly problem: Reply;
  readonly seed: string;
  readonly example?: NamedExample;
}

export const createDeclaredRefusals = (parts: {
  readonly contract: Contract;
  readonly fake: FakeValue;
  readonly compileAt: CompileAt;
  readonly responseHeaders: ResponseHeaders;
  readonly mayShow: ExampleCheck;
}): DeclareRefusal => {
  const { contract, fake, compileAt, responseHeaders, mayShow } = parts;

  const contentOf = async (
    content: MediaType,
    { operation, members, problem, seed, example }: DeclaredProblem,
  ): Promise<Content | undefined> => {
    const { mediaType, schema } = content;
    const fits = (value: unknown): boolean => schema === undefined || compileAt(schema.pointer)(value);
    if (mediaType === PROBLEM_MEDIA_TYPE && fits(problem.content?.value)) return problem.content;
    if (!isJsonMediaType(mediaType))
      return mediaType.startsWith('text/')
        ? textContent(typeof example?.value === 'string' ? example.value : members.detail, mediaType)
        : undefined;
    const asShown = example === undefined ? undefined : jsonContent(example.value, mediaType);
    if (example !== undefined && mayShow(operation, content, example)) return asShown;
    const drawn = schema === undefined ? {} : await fake(schema, seed);
    if (drawn === undefined) return asShown;
    const told = withDetail(drawn, members.detail);
    return jsonContent(fits(told) ? told : drawn, mediaType);
  };

  const declare = async (
    operation: Operation,
    codes: readonly string[],
    { members, exchange, problem }: { members: ProblemMembers; exchange: Refused; problem: Reply },
  ): Promise<Reply | undefined> => {
    const { negotiateRefusal } = await import('./prism-refusal.ts');
    const chosen = negotiateRefusal(operation, codes);
    const status = Number(chosen?.code);
    const response = Number.isInteger(status) ? findResponse(operation, status) : undefined;
    if (chosen === undefined || response === undefined) return undefined;
    const seed = `${operation.id}/${String(status)}`;
    const described = response.contents.find(({ mediaType }) => mediaType === chosen.mediaType);
    const example = described?.examples.find(({ name }) => name === chosen.bodyExample?.key);
    const telling = { operation, members, problem, seed, ...(example === undefined ? {} : { example }) };
    const content = described && (await contentOf(described, telling));
    if (described !== undefined && content === undefined) return undefined;
    const made = { body: content?.value, exchange: exchange as Validated, seed };
    const headers = { ...(await responseHeaders.make(response, made)), ...members.headers };
    headers['x-mock-problem'] = toHeader(members);
    return { status, headers, ...(content === undefined ? {} : { content }) };
  };

  return (members, exchange, problem) => {
    const { operation } = exchange;
    const codes = NEAREST[members.status];
    if (!contract.isForeign || operation === undefined || operation.unserved !== undefined || codes === undefined)
      return undefined;
    return declare(operation, codes, { members, exchange, problem });
  };
};

const WORDS = ['message', 'detail', 'details', 'error_description', 'errorMessage', 'error_message', 'description'];

/** Puts the detail into a generated error, if that has a member for text. */
const withDetail = (body: unknown, detail: string): unknown => {
  if (!isSchemaObject(body)) return body;
  const told = { ...body };
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && WORDS.includes(name)) told[name] = detail;
    if (name === 'error' && isSchemaObject(value)) told[name] = withDetail(value, detail);
  }
  return told;
};

/** Maximum header length: proxies and clients reject headers that are much longer. */
const LONGEST = 4000;

/** The problem in text form, for debugging: in ASCII, the only safe characters in headers. */
const toHeader = ({ title, status, detail, errors }: ProblemMembers): string => {
  let shown = errors?.slice(0, 10);
  const toText = (): string =>
    JSON.stringify({ title, status, detail: detail.slice(0, 1000), errors: shown }).replaceAll(
      /[^\x20-\x7e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  while (shown !== undefined && shown.length > 0 && toText().length > LONGEST) shown = shown.slice(0, -1);
  return toText();
};
