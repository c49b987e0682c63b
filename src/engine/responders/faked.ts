import type { Contract, MediaType, NamedExample, Operation } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { Exchange, Responder, Validated } from '../exchange/exchange.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import { isMadeByLibrary } from '../faking/generator-recipe.ts';
import { stubBytes, stubDocument } from '../faking/stub-document.ts';
import type { Answer } from '../message/answer.ts';
import { writeSequence } from '../message/body-text.ts';
import { xmlValuesOf } from '../message/xml-values.ts';
import { checkIfMatch } from '../preconditions/if-match.ts';
import { problem } from '../problems/problem.ts';
import { PROBLEM_MEDIA_TYPE } from '../problems/render-problem.ts';
import type { ExampleCheck } from './example-check.ts';
import type { Negotiate, Plan } from './negotiate.ts';
import { NO_PREFERENCE, type Preference, readPreference, requestsResponse, toPreferenceApplied } from './preference.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { andThen } from '../../kernel/and-then.ts';
import { type Content, isJsonMediaType, jsonContent, type Reply, textContent } from '../../kernel/http.ts';
import { isXmlMediaType, sequenceOf } from '../../kernel/media-type.ts';
import { toSeed } from '../../kernel/random.ts';

/**
 * Responds from the description alone: with a named example by default, else a body generated from the schema. `Prefer`
 * selects another status, another example, a generated body, or a seed.
 */
export const createFakedResponder = (parts: {
  readonly contract: Contract;
  readonly fakeFor: (operation: Operation) => FakeValue;
  readonly responseHeaders: ResponseHeaders;
  readonly mayShow: ExampleCheck;
  readonly negotiate: Negotiate;
  /** Seed of generated bodies if the request has none; combined with the id of the exchange. */
  readonly seed: string;
  readonly problemBase: () => string;
}): Responder => {
  const { responseHeaders, negotiate } = parts;
  const fakeProblem = createProblemFaker(parts.contract, parts.problemBase);
  const checkPrecondition = createPreconditionFaker(parts.contract);
  const ofExamples = new WeakMap<NamedExample, Content>();
  const fixed = new WeakMap<Plan, Reply | 'made anew'>();
  const withoutBad = new WeakMap<Plan, Plan>();

  const exampleContent = (example: NamedExample, described: MediaType): Content => {
    let content = ofExamples.get(example);
    if (content === undefined)
      ofExamples.set(example, (content = exampleToContent(example, described, parts.contract)));
    return content;
  };

  const generate = async (
    content: MediaType,
    exchange: Validated,
    { seed, isDrawn }: { readonly seed: string; readonly isDrawn: boolean },
  ): Promise<Content> => {
    if (!isMadeOfValues(content)) {
      const document =
        stubDocument(content.mediaType) ?? (content.kind === 'structured' ? undefined : stubBytes(content.mediaType));
      if (document !== undefined) return document;
      throw problem('not-served', {
        detail: `${content.mediaType} bodies cannot be generated: add an example to ${exchange.operation.id} in the description.`,
      });
    }
    const place = content.fakeSchema ?? content.schema;
    const fake = parts.fakeFor(exchange.operation);
    const how = { now: exchange.sandbox?.clock.now(), sendsExamples: parts.contract.isForeign && !isDrawn };
    const value = place === undefined ? {} : await fake(place, seed, how);
    if (value !== undefined && isWritable(value, content.mediaType)) return toContent(value, content, parts.contract);
    const [example] = content.examples;
    if (example !== undefined) return exampleContent(example, content);
    throw problem('not-served', {
      detail: `No generated body matches the schema at ${content.schema?.pointer ?? ''}: add an example to ${exchange.operation.id} in the description.`,
    });
  };

  /** A constant response: an example whose headers do not depend on the request. Undefined for all other responses. */
  const fix = ({ status, response, content, example }: Plan): Reply | undefined => {
    if (content !== undefined && (example === undefined || content.mediaType === PROBLEM_MEDIA_TYPE)) return undefined;
    const body = content === undefined || example === undefined ? undefined : exampleContent(example, content);
    const headers = responseHeaders.fixed(response, body?.value);
    return headers === undefined ? undefined : { status, headers, content: body };
  };

  /** Seeded by the exchange id, not by a counter: replaying a request with the same id gives the same body. */
  const seedOf = ({ operation, id }: Validated, { seed }: Preference, isGenerated: boolean): string =>
    `${operation.id}/${seed ?? `${parts.seed}/${isGenerated ? id : '0'}`}`;

  /** Completes the response for an existing body; asynchronous only if headers have to be generated. */
  const wrap = (plan: Plan, body: Content | undefined, exchange: Validated, preference: Preference, seed: string) => {
    const { status, response, content } = plan;
    const isProblem = content?.mediaType === PROBLEM_MEDIA_TYPE && body !== undefined;
    const shown = isProblem ? fakeProblem(body, content, exchange, seed) : body;
    const toAnswer = (headers: Record<string, string>): Answer => {
      const applied = toPreferenceApplied(preference);
      if (applied !== undefined) headers['preference-applied'] = applied;
      const libraries = madeWith(plan, shown?.value);
      if (libraries !== undefined) headers['x-mock-made-with'] = libraries;
      return { reply: { status, headers, content: shown }, source: 'faked' };
    };
    return andThen(responseHeaders.make(response, { body: shown?.value, exchange, seed }), toAnswer);
  };

  const make = (plan: Plan, exchange: Validated, preference: Preference): Answer | Promise<Answer> => {
    const { content, example } = plan;
    const isGenerated = content !== undefined && example === undefined;
    const seed = seedOf(exchange, preference, isGenerated);
    if (isGenerated)
      return generate(content, exchange, { seed, isDrawn: preference.dynamic === true }).then((body) =>
        wrap(plan, body, exchange, preference, seed),
      );
    const body = content === undefined || example === undefined ? undefined : exampleContent(example, content);
    return wrap(plan, body, exchange, preference, seed);
  };

  /**
   * The same plan without an example that does not match its own schema, unless it was requested by name. All of ours
   * match.
   */
  const withoutBadExample = (plan: Plan, { operation }: Validated, preference: Preference): Plan => {
    const { content, example } = plan;
    if (!parts.contract.isForeign || preference.example !== undefined) return plan;
    if (content === undefined || example === undefined) return plan;
    let better = withoutBad.get(plan);
    if (better === undefined) {
      better = parts.mayShow(operation, content, example) ? plan : { ...plan, example: undefined };
      withoutBad.set(plan, better);
    }
    return better;
  };

  const answer = (plan: Plan, exchange: Validated, preference: Preference): Answer | Promise<Answer> => {
    if (preference === NO_PREFERENCE) {
      let reply = fixed.get(plan);
      if (reply === undefined) fixed.set(plan, (reply = fix(plan) ?? 'made anew'));
      if (reply !== 'made anew') return { reply, source: 'faked' };
    }
    return make(plan, exchange, preference);
  };

  return (exchange) => {
    const { request, operation } = exchange;
    const preference = readPreference(request);
    // A response requested by name is sent whatever the version.
    if (!requestsResponse(preference)) checkPrecondition(exchange);
    return andThen(negotiate(operation, preference, request.header('accept')), (plan) =>
      answer(withoutBadExample(plan, exchange, preference), exchange, preference),
    );
  };
};

/** Whether a body is generated from the schema, and not one of our documents. */
const isMadeOfValues = ({ mediaType, schema, kind }: MediaType): boolean =>
  isJsonMediaType(mediaType) ||
  (schema !== undefined && kind === 'structured' && isXmlMediaType(mediaType)) ||
  (schema !== undefined && (mediaType.startsWith('text/') || sequenceOf(mediaType) !== undefined)) ||
  (kind === 'text' && stubDocument(mediaType) === undefined && stubBytes(mediaType) !== undefined);

/** Texts are sent as they are under any `text/*`, but only plain text may be JSON. */
const isWritable = (value: unknown, mediaType: string): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && sequenceOf(mediaType) !== undefined) ||
  mediaType === 'text/plain' ||
  !mediaType.startsWith('text/') ||
  isXmlMediaType(mediaType) ||
  isJsonMediaType(mediaType);

type Described = Pick<MediaType, 'mediaType' | 'schema'>;

export const toContent = (
  value: unknown,
  { mediaType, schema }: Described,
  { document }: Pick<Contract, 'document'>,
): Content => {
  if (isJsonMediaType(mediaType)) return jsonContent(value, mediaType);
  // An example may be the whole text.
  if (typeof value === 'string') return textContent(value, mediaType);
  if (schema !== undefined && isXmlMediaType(mediaType))
    return textContent(xmlValuesOf(document).write(schema, value), mediaType, value);
  const sequence = sequenceOf(mediaType);
  if (sequence === undefined) return jsonContent(value, mediaType);
  return textContent(writeSequence(Array.isArray(value) ? value : [value], sequence), mediaType, value);
};

export const exampleToContent = (
  { value, serialized }: NamedExample,
  described: Described,
  contract: Pick<Contract, 'document'>,
): Content =>
  serialized === undefined
    ? toContent(value, described, contract)
    : textContent(serialized, described.mediaType, value);

/**
 * The libraries that contributed to a response, for `X-Mock-Made-With`; undefined for the default one, which is not
 * listed.
 */
const madeWith = ({ isWeighed }: Plan, body: unknown): string | undefined => {
  const isDrawn = isMadeByLibrary(body);
  if (isWeighed !== true && !isDrawn) return undefined;
  return [...(isDrawn ? ['json-schema-faker'] : []), ...(isWeighed === true ? ['prism-http'] : [])].join(', ');
};

/**
 * Without state there is no current version to compare `If-Match` with. The default response to a read of the same path
 * is used instead, so that a client sees both outcomes: the version that it has just read matches, any other does not.
 */
const createPreconditionFaker = ({ operations }: Contract): ((exchange: Validated) => void) => {
  const currentOf = new Map<string, unknown>();
  for (const operation of operations) {
    if (!operation.parameters.some(({ in: place, name }) => place === 'header' && name === 'if-match')) continue;
    const read = operations.find(({ method, path }) => method === 'GET' && path === operation.path);
    const shown = read?.responses.find(({ status }) => status === '200')?.contents[0]?.examples[0]?.value;
    if (isSchemaObject(shown) && typeof shown['version'] === 'number') currentOf.set(operation.id, shown);
  }
  return ({ operation, request }) => {
    const current = currentOf.get(operation.id);
    if (current !== undefined) checkIfMatch(request.header('if-match'), current as { version: number });
  };
};

type Members = Readonly<Record<string, unknown>>;

/**
 * Adapts a faked problem to this request: `instance` is the request path, `traceId` its trace, and the type URI begins
 * with this server's address instead of the description's. A generated problem takes type, title and status from one of
 * the response's examples, since a schema cannot express that they belong together.
 */
export const createProblemFaker = ({ problemBase: described }: Contract, problemBase: () => string) => {
  return (body: Content, content: MediaType, { request, traceId }: Exchange, seed: string): Content => {
    // The members of problems in other descriptions are unknown here, so they are left alone.
    if (described === undefined) return body;
    const { examples } = content;
    const model = examples.some(({ value }) => value === body.value)
      ? {}
      : pick(examples[Math.abs(toSeed(seed)) % Math.max(1, examples.length)]?.value, [
          'type',
          'title',
          'status',
          'detail',
        ]);
    const value = { ...(body.value as Members), ...model };
    const type = String(value['type']).replace(described, problemBase());
    return jsonContent({ ...value, type, instance: request.path, traceId }, body.mediaType);
  };
};

const pick = (value: unknown, keys: readonly string[]): Members =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)))
    : {};
