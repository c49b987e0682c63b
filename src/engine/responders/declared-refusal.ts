import { type Content, isJsonMediaType, jsonContent, type Reply, textContent } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { memoize, once, getOrInsert } from '../../kernel/caches.ts';
import { CONVENTIONS } from '../../generated/conventions.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import { type Contract, findResponse, type MediaType, type Operation } from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { isSchemaObject, mapMembers } from '../contract/walk-schema.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { Exchange, Validated } from '../exchange/exchange.ts';
import { isCalled } from '../matching/names.ts';
import { PROBLEM_MEDIA_TYPE } from '../problems/problem.ts';
import type { Compile } from '../validation/ajv.ts';
import type { ExampleCheck } from './example-check.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** Fallback statuses for refusals that a description may declare instead. */
const NEAREST: Readonly<Record<number, string>> = {
  400: '422',
  401: '403',
  406: '400',
  412: '409',
  413: '400',
  415: '400',
  422: '400',
};

export const createDeclaredRefusals = (parts: {
  readonly contract: Contract;
  readonly fake: FakeValue;
  readonly compileAt: Compile;
  readonly responseHeaders: ResponseHeaders;
  readonly mayShow: ExampleCheck;
}) => {
  const { contract, fake, compileAt, responseHeaders, mayShow } = parts;

  /** The response that is declared for a status, for the nearest one, or for any; its first example, or else its first schema. */
  const find = (operation: Operation, wanted: number) => {
    const codes = new Set(operation.responses.map(({ status }) => status));
    const near = NEAREST[wanted] ?? '';
    const isNear = !codes.has(String(wanted)) && !codes.has('4XX') && codes.has(near);
    const status = isNear ? Number(near) : wanted;
    const response = findResponse(operation, status);
    if (response === undefined) return 'none';
    const contents = usualContents(response);
    const described = contents.find(({ schema }) => schema !== undefined);
    const content = contents.find(({ examples }) => examples.length > 0) ?? described;
    const example = content?.examples[0];
    const serialized = once(() => jsonContent(example?.value, content?.mediaType));
    const shown = (): Content | undefined => (example === undefined ? undefined : serialized());
    return { operation, status, response, content, example, shown, seed: `${operation.id}/${status}` };
  };

  /** What is declared depends on the description alone. By status. */
  const knownOf = memoize((_: Operation) => new Map<number, ReturnType<typeof find>>());

  const contentOf = async (
    { mediaType, schema }: MediaType,
    { operation, status, content, example, shown, seed }: Exclude<ReturnType<typeof find>, 'none'>,
    { detail }: ProblemMembers,
    problem: Reply,
  ): Promise<Content | undefined> => {
    const fits = (value: unknown): boolean => schema === undefined || compileAt(schema.pointer)(value);
    if (mediaType === PROBLEM_MEDIA_TYPE && fits(problem.content?.value)) return problem.content;
    if (!isJsonMediaType(mediaType))
      return mediaType.startsWith('text/')
        ? textContent(typeof example?.value === 'string' ? example.value : detail, mediaType)
        : undefined;
    if (content !== undefined && example !== undefined && (await mayShow(operation, content, example))) return shown();
    const drawn = schema === undefined ? {} : await fake(schema, seed, { sendsExamples: true });
    if (drawn === undefined) return shown();
    const told = withFacts(drawn, status, detail);
    return jsonContent(fits(told) ? told : drawn, mediaType);
  };

  const declare = async (operation: Operation, members: ProblemMembers, exchange: Exchange, problem: Reply) => {
    const declared = getOrInsert(knownOf(operation), members.status, (wanted) => find(operation, wanted));
    if (declared === 'none') return undefined;
    const { status, response, content: described, seed } = declared;
    const content = described && (await contentOf(described, declared, members, problem));
    if (described !== undefined && content === undefined) return undefined;
    const made = { body: content?.value, exchange: exchange as Validated, seed };
    const headers = { ...(await responseHeaders.make(response, made)), ...members.headers };
    headers['x-mock-problem'] = toHeader(members);
    return { status, headers, ...(content === undefined ? {} : { content }) };
  };

  /** The refusal in the form that a custom description declares; undefined if it declares none, or for our own API. */
  return (members: ProblemMembers, exchange: Exchange, problem: Reply): Promise<Reply | undefined> | undefined => {
    const { operation } = exchange;
    const isDeclared = contract.isForeign && operation?.unserved === undefined;
    const isRefusal = members.status >= 400 && members.status <= 499;
    return operation && isDeclared && isRefusal ? declare(operation, members, exchange, problem) : undefined;
  };
};

/** Puts status and detail into a generated error, if that has members for them. Of a list of errors, one is left. */
const withFacts = (body: unknown, status: number, detail: string): unknown => {
  if (Array.isArray(body))
    return body.slice(0, 1).map((each) => (typeof each === 'string' ? detail : withFacts(each, status, detail)));
  if (!isSchemaObject(body)) return body;
  const isText = (name: string): boolean => typeof body[name] === 'string' && isCalled(name, CONVENTIONS.errorTexts);
  // Beside a text, `error` is a code.
  const only = Object.keys(body).some(isText) ? undefined : 'error';
  return mapMembers(body, (value, name) => {
    if (isText(name) || (name === only && typeof value === 'string')) return detail;
    if (typeof value === 'number' && isCalled(name, CONVENTIONS.errorStatuses)) return status;
    return isCalled(name, CONVENTIONS.errors) ? withFacts(value, status, detail) : value;
  });
};

/** Maximum header length: proxies and clients reject headers that are much longer. */
const LONGEST = 4000;

const NOT_ASCII = /[^\x20-\x7e]/;
const EACH_NOT_ASCII = new RegExp(NOT_ASCII, 'g');

const toAscii = (text: string): string =>
  // A test takes a part of the time of a replacement that finds nothing.
  NOT_ASCII.test(text)
    ? text.replace(EACH_NOT_ASCII, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text;

/** The problem in text form, for debugging: in ASCII, the only safe characters in headers. */
const toHeader = ({ title, status, detail, errors }: ProblemMembers): string => {
  const write = (shown: ProblemMembers['errors']): string =>
    toAscii(stringifyJson({ title, status, detail: detail.slice(0, 1000), errors: shown }));
  let shown = errors?.slice(0, 10);
  let text = write(shown);
  while (text.length > LONGEST && shown !== undefined && shown.length > 0) text = write((shown = shown.slice(0, -1)));
  return text;
};
