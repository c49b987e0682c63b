import type { Contract, MediaType, NamedExample, Operation } from '../contract/contract.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import type { Exchange, Responder, Validated } from '../exchange/exchange.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import { MADE_BY_LIBRARY } from '../faking/recipe.ts';
import { stubBytes, stubDocument } from '../faking/stub-document.ts';
import type { Answer } from '../message/message.ts';
import { writeSequence } from '../message/body-text.ts';
import { xmlValuesOf } from '../message/xml.ts';
import { problem, PROBLEM_MEDIA_TYPE } from '../problems/problem.ts';
import type { ExampleCheck } from './example-check.ts';
import type { Negotiate, Plan } from './negotiate.ts';
import { type Preference, readPreference, toPreferenceApplied } from './preference.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { andThen } from '../../kernel/and-then.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { type Content, isJsonMediaType, jsonContent, textContent } from '../../kernel/http.ts';
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
  const ofExamples = new WeakMap<NamedExample, Content>();

  const exampleContent = (example: NamedExample, described: MediaType): Content =>
    getOrInsert(ofExamples, example, () => exampleToContent(example, described, parts.contract));

  const generate = async (
    content: MediaType,
    exchange: Validated,
    seed: string,
    { isDrawn, isSuccess }: { readonly isDrawn: boolean; readonly isSuccess: boolean },
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
    const now = exchange.sandbox?.clock.now();
    const how = parts.contract.isForeign ? { now, sendsExamples: !isDrawn, isSuccess } : { now };
    const value = place === undefined ? {} : await fake(place, seed, how);
    if (value !== undefined && isWritable(value, content.mediaType)) return toContent(value, content, parts.contract);
    const [example] = content.examples;
    if (example !== undefined) return exampleContent(example, content);
    throw problem('not-served', {
      detail: `No generated body matches the schema at ${content.schema?.pointer ?? ''}: add an example to ${exchange.operation.id} in the description.`,
    });
  };

  /** Asynchronous only if a body or headers have to be generated. */
  const answer = (plan: Plan, exchange: Validated, preference: Preference): Answer | Promise<Answer> => {
    const { status, response, content, example } = plan;
    const { operation, id } = exchange;
    // One that does not match its own schema is sent only if it was requested by name.
    const isShown =
      content !== undefined &&
      example !== undefined &&
      (preference.example !== undefined || parts.mayShow(operation, content, example));
    return andThen(isShown, (isExample) => {
      const isGenerated = content !== undefined && !isExample;
      // By the exchange id, not by a counter: replaying a request with the same id gives the same body.
      const seed = `${operation.id}/${preference.seed ?? `${parts.seed}/${isGenerated ? id : '0'}`}`;
      const body = isGenerated
        ? generate(content, exchange, seed, { isDrawn: preference.dynamic === true, isSuccess: status < 400 })
        : content && example && exampleContent(example, content);
      return andThen(body, (made) => {
        const isProblem = content?.mediaType === PROBLEM_MEDIA_TYPE && made !== undefined;
        const shown = isProblem ? fakeProblem(made, content, exchange, seed) : made;
        return andThen(responseHeaders.make(response, { body: shown?.value, exchange, seed }), (headers): Answer => {
          const applied = toPreferenceApplied(preference);
          if (applied !== undefined) headers['preference-applied'] = applied;
          const libraries = madeWith(plan, shown?.value);
          if (libraries !== undefined) headers['x-mock-made-with'] = libraries;
          return { reply: { status, headers, content: shown }, source: 'faked' };
        });
      });
    });
  };

  return (exchange) => {
    const { request, operation } = exchange;
    const preference = readPreference(request);
    return andThen(negotiate(operation, preference, request.header('accept')), (plan) =>
      answer(plan, exchange, preference),
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

export const toContent = (value: unknown, { mediaType, schema }: Described, { document }: Contract): Content => {
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
  contract: Contract,
): Content =>
  serialized === undefined
    ? toContent(value, described, contract)
    : textContent(serialized, described.mediaType, value);

/**
 * The libraries that contributed to a response, for `X-Mock-Made-With`; undefined for the default one, which is not
 * listed.
 */
const madeWith = ({ isWeighed }: Plan, body: unknown): string | undefined => {
  const isDrawn = typeof body === 'object' && body !== null && MADE_BY_LIBRARY.has(body);
  if (isWeighed !== true && !isDrawn) return undefined;
  return [...(isDrawn ? ['json-schema-faker'] : []), ...(isWeighed === true ? ['prism-http'] : [])].join(', ');
};

/**
 * Adapts a faked problem to this request: `instance` is the request path, `traceId` its trace, and the type URI begins
 * with this server's address instead of the description's. A generated problem takes type, title and status from one of
 * the response's examples, since a schema cannot express that they belong together.
 */
export const createProblemFaker =
  ({ problemBase: described }: Contract, problemBase: () => string) =>
  (body: Content, { examples }: MediaType, { request, traceId }: Exchange, seed: string): Content => {
    // The members of problems in other descriptions are unknown here, so they are left alone.
    if (described === undefined) return body;
    const isExample = examples.some(({ value }) => value === body.value);
    const model = isExample ? undefined : examples[Math.abs(toSeed(seed)) % Math.max(1, examples.length)]?.value;
    const together = Object.entries(model ?? {}).filter(([name]) => /^(?:type|title|status|detail)$/.test(name));
    const value: SchemaObject = { ...(body.value as SchemaObject), ...Object.fromEntries(together) };
    const type = String(value['type']).replace(described, problemBase());
    return jsonContent({ ...value, type, instance: request.path, traceId }, body.mediaType);
  };
