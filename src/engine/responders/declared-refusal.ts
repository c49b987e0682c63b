import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type Content, isJsonMediaType, jsonContent, type Reply, textContent } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { once } from '../../kernel/caches.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import {
  type Contract,
  findResponse,
  type MediaType,
  type NamedExample,
  type Operation,
  type ResponseDescription,
} from '../contract/contract.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { Exchange, Validated } from '../exchange/exchange.ts';
import { PROBLEM_MEDIA_TYPE } from '../problems/render-problem.ts';
import type { CompileAt } from '../validation/ajv.ts';
import type { ExampleCheck } from './example-check.ts';
import type { NegotiateRefusal } from './prism.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** Fallback statuses for refusals that a description may declare, the nearest first. */
const NEAREST: Readonly<Record<number, readonly string[]>> = {
  ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [400 + index, [String(400 + index)]])),
  400: ['400', '422'],
  401: ['401', '403'],
  403: ['403'],
  404: ['404'],
  406: ['406', '400'],
  412: ['412', '409'],
  413: ['413', '400'],
  415: ['415', '400'],
  422: ['422', '400'],
  429: ['429'],
};

/** The refusal in the form that a custom description declares; undefined if it declares none, or for our own API. */
type DeclareRefusal = (
  members: ProblemMembers,
  exchange: Exchange,
  problem: Reply,
) => Promise<Reply | undefined> | undefined;

/** The response that an operation declares for refusals of some statuses. */
interface Declared {
  readonly status: number;
  readonly response: ResponseDescription;
  readonly content: MediaType | undefined;
  readonly example: NamedExample | undefined;
  /** The example, serialized. */
  readonly shown: () => Content | undefined;
  readonly seed: string;
}

// Loaded with the first refusal that needs it: it takes long. An import each time would be resolved each time.
const loadNegotiation = once(() => import('./prism.ts'));

export const createDeclaredRefusals = (parts: {
  readonly contract: Contract;
  readonly fake: FakeValue;
  readonly compileAt: CompileAt;
  readonly responseHeaders: ResponseHeaders;
  readonly mayShow: ExampleCheck;
}): DeclareRefusal => {
  const { contract, fake, compileAt, responseHeaders, mayShow } = parts;

  /** What is declared depends on the description alone. By the statuses, which are lists of {@link NEAREST}. */
  const known = new WeakMap<Operation, Map<readonly string[], Declared | 'none'>>();

  const find = (negotiate: NegotiateRefusal, operation: Operation, codes: readonly string[]): Declared | undefined => {
    const chosen = negotiate(operation, codes);
    const status = Number(chosen?.code);
    const response = Number.isInteger(status) ? findResponse(operation, status) : undefined;
    if (chosen === undefined || response === undefined) return undefined;
    const content = usualContents(response).find(({ mediaType }) => mediaType === chosen.mediaType);
    const example = content?.examples.find(({ name }) => name === chosen.bodyExample?.key);
    const serialized = once(() => jsonContent(example?.value, content?.mediaType));
    const shown = (): Content | undefined => (example === undefined ? undefined : serialized());
    return { status, response, content, example, shown, seed: `${operation.id}/${String(status)}` };
  };

  const contentOf = async (
    content: MediaType,
    operation: Operation,
    { declared: { example, shown, seed }, members, problem }: Pick<Refusing, 'declared' | 'members' | 'problem'>,
  ): Promise<Content | undefined> => {
    const { mediaType, schema } = content;
    const fits = (value: unknown): boolean => schema === undefined || compileAt(schema.pointer)(value);
    if (mediaType === PROBLEM_MEDIA_TYPE && fits(problem.content?.value)) return problem.content;
    if (!isJsonMediaType(mediaType))
      return mediaType.startsWith('text/')
        ? textContent(typeof example?.value === 'string' ? example.value : members.detail, mediaType)
        : undefined;
    if (example !== undefined && mayShow(operation, content, example)) return shown();
    const drawn = schema === undefined ? {} : await fake(schema, seed, { sendsExamples: true });
    if (drawn === undefined) return shown();
    const told = withDetail(drawn, members.detail);
    return jsonContent(fits(told) ? told : drawn, mediaType);
  };

  const render = async (operation: Operation, refusing: Refusing): Promise<Reply | undefined> => {
    const { declared, members, exchange } = refusing;
    const { status, response, content: described, seed } = declared;
    const content = described && (await contentOf(described, operation, refusing));
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
    const ofOperation = getOrInsert(known, operation, () => new Map<readonly string[], Declared | 'none'>());
    return loadNegotiation().then(({ negotiateRefusal }) => {
      const declared = getOrInsert(ofOperation, codes, () => find(negotiateRefusal, operation, codes) ?? 'none');
      return declared === 'none' ? undefined : render(operation, { declared, members, exchange, problem });
    });
  };
};

interface Refusing {
  readonly declared: Declared;
  readonly members: ProblemMembers;
  readonly exchange: Exchange;
  readonly problem: Reply;
}

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
