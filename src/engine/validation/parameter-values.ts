import { type ApiRequest, isJsonMediaType } from '../../kernel/http.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { memoize } from '../../kernel/caches.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import type { MediaType, Operation, Parameter } from '../contract/contract.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import {
  areDelimited,
  bracketKeys,
  type Branch,
  decodeForm,
  delimiterOf,
  formPairs,
  insertValue,
  type Pair,
  parseJsonValue,
  setMember,
  split,
  toAlternating,
  toMembers,
  toPair,
  toValue,
  Unreadable,
} from './text-values.ts';
import { toPlainFields } from './form-values.ts';

/** The unparsed parts of a request that parameters are read from. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly request: ApiRequest;
}

/** Sent, but empty, which counts as not sent (`allowEmptyValue`). */
export const UNUSED = Symbol('unused');

/**
 * The value of a parameter, split according to its style, its texts not yet typed; undefined if it was not sent, an
 * `Unreadable` if it is not in its style.
 */
type ReadParameter = (sources: ParameterSources) => unknown;

const asSent = (text: string): string => text;

// Each is read once for all parameters of a request.
const queryPairs = memoize(({ request }: ParameterSources): Pair[] => formPairs(request.query));

const cookiePairs = memoize(({ request }: ParameterSources): Pair[] =>
  (request.header('cookie')?.split(';') ?? []).map(toPair).map(([name, value]) => [name.trim(), value.trim()]),
);

/** `style: form` in a cookie writes one text of pairs, `style: cookie` one cookie a pair (OpenAPI 3.2.0, Appendix D). */
const formPairsInCookies = (sources: ParameterSources): Pair[] =>
  cookiePairs(sources)
    .flatMap(([name, value]) => `${name}=${value}`.split('&').map(toPair))
    .map(([name, value]) => [decodeLeniently(name), value]);

/** The segment of the path that only this parameter stands in, still percent-encoded. */
const createReadSegment = (template: string, name: string): ((sources: ParameterSources) => string | undefined) => {
  const segments = template.split('/');
  const expression = `{${name}}`;
  const index = segments.findIndex((segment) => segment.includes(expression));
  const [before = '', after = ''] = (segments[index] ?? '').split(expression);
  const fromEnd = index - segments.length;
  return ({ path, request }) => {
    const segment = request.path.split('/').at(fromEnd);
    const isAlone = segment !== undefined && !`${before}${after}`.includes('{');
    return isAlone && segment.startsWith(before) && segment.endsWith(after)
      ? segment.slice(before.length, segment.length - after.length)
      : path[name] && encodeURIComponent(path[name]);
  };
};

interface DeepText {
  readonly keys: readonly string[];
  readonly text: string;
}

/** What a query sends in brackets, by the name before them. */
const deepTexts = memoize(({ request }: ParameterSources): ReadonlyMap<string, readonly DeepText[]> => {
  const byName = new Map<string, DeepText[]>();
  for (const [sent, text] of request.query.split('&').map(toPair)) {
    const [name, ...keys] =
      (sent.includes('[') ? bracketKeys(sent)?.map(decodeForm) : bracketKeys(decodeForm(sent))) ?? [];
    if (name !== undefined) getOrInsert(byName, name, () => []).push({ keys, text: decodeForm(text) });
  }
  return byName;
});

/** `color[R]=100&color[G]=200`, at any depth; also the plain name (`created=now`) if the schema allows other types. */
const createReadDeepObject =
  ({ name, schema }: Parameter, shapes: SchemaShapes): ReadParameter =>
  (sources) => {
    const { query } = sources;
    let tree: Branch | undefined;
    for (const { keys, text } of deepTexts(sources).get(name) ?? [])
      insertValue((tree ??= new Map() as Branch), keys, text);
    if (tree !== undefined) return toValue(tree, schema.schema, shapes);
    if (!query.has(name)) return undefined;
    const types = shapes.typesOf(schema.schema);
    return types.size === 1 && types.has('object')
      ? new Unreadable(`must be sent member by member: ${name}[member]=value`)
      : toValue(query.getAll(name), schema.schema, shapes);
  };

/** What the style writes before a value in the path: `.` (label) or `;id=` (matrix). */
const withoutPrefix = (text: string, { style, name }: Parameter): string | Unreadable => {
  if (style === 'label')
    return text.startsWith('.') ? text.slice(1) : new Unreadable(`must begin with a point (style label): send .value`);
  if (style !== 'matrix') return text;
  const [own, value] = toPair(text.slice(1));
  return text.startsWith(';') && decodeLeniently(own) === name
    ? value
    : new Unreadable(`must begin with ";${name}=" (style matrix): send ;${name}=value`);
};

const SCALARS = ['string', 'integer', 'number', 'boolean'];

const isScalar = (types: ReadonlySet<string>): boolean => SCALARS.some((type) => types.has(type));

interface Text {
  readonly style: string;
  readonly explode: boolean;
  /** Whether an encoded delimiter counts where no literal one is. */
  readonly isLoose: boolean;
  readonly decode: (text: string) => string;
}

const toItems = (text: string, { style, explode, isLoose, decode }: Text): string[] =>
  text === '' ? [] : split(text, style === 'label' && explode ? '.' : delimiterOf(style), isLoose).map(decode);

const toObject = (text: string, { style, explode, isLoose, decode }: Text): Record<string, string> | Unreadable => {
  if (text === '') return {};
  if (!explode) return toAlternating(split(text, delimiterOf(style), isLoose), decode);
  const isEncoded = isLoose && !text.includes('=');
  return toMembers(split(text, style === 'label' ? '.' : ',', isEncoded), decode, isEncoded);
};

/** Reads a header of style `simple` that is an array or an object; undefined for a scalar one. */
export const simpleReader = (types: ReadonlySet<string>, explode: boolean): ((text: string) => unknown) | undefined => {
  if (isScalar(types)) return undefined;
  // A header is not percent-encoded (OpenAPI 3.2.0, Parameter Object), and blanks around its items do not count.
  const simple: Text = { style: 'simple', explode, isLoose: false, decode: (text) => text.trim() };
  if (types.has('array')) return (text) => toItems(text, simple);
  return types.has('object') ? (text) => toObject(text, simple) : undefined;
};

const FORM = 'application/x-www-form-urlencoded';

/** The query string as the form that it is (OpenAPI 3.2.0, 4.12.1, `in: querystring`); undefined if it is something else. */
export const readQueryForm = (
  { content }: Parameter,
  { query, request }: ParameterSources,
): Extract<DecodedBody, { kind: 'form' }> | undefined => {
  if (content?.mediaType !== FORM) return undefined;
  const fields: Record<string, string[]> = {};
  for (const name of new Set(query.keys())) setMember(fields, name, query.getAll(name));
  return { kind: 'form', content, bytes: NO_BYTES, fields, files: [], encoded: request.query };
};

const NO_BYTES = new Uint8Array();

/** The whole query string, as a value of one media type. */
const createReadQueryString =
  (parameter: Parameter, { mediaType }: MediaType): ReadParameter =>
  (sources) => {
    if (sources.request.query === '') return undefined;
    const form = readQueryForm(parameter, sources);
    if (form !== undefined) return toPlainFields(form);
    const text = decodeLeniently(sources.request.query);
    return isJsonMediaType(mediaType) ? parseJsonValue(text) : text;
  };

/** A list or an object that is written as pairs of its own: `ids=1&ids=2`, `R=100&G=200`. */
const createReadPairs = (
  { name, schema: { schema } }: Parameter,
  others: ReadonlySet<string>,
  shapes: SchemaShapes,
  {
    pairsOf,
    decode,
    isLoose,
  }: Pick<Text, 'decode' | 'isLoose'> & { readonly pairsOf: (sources: ParameterSources) => Pair[] },
): ReadParameter => {
  if (shapes.typesOf(schema).has('array'))
    return (sources) => {
      const own = pairsOf(sources).filter(([key]) => key === name);
      return own.length === 0
        ? undefined
        : own.flatMap(([, value]) => (isLoose ? split(value, ',', true) : [value])).map(decode);
    };
  const isFreeForm = shapes.isFreeForm(schema);
  /** Also of a deep object: `filter[name]`. */
  const isOther = (key: string): boolean => others.has(key) || others.has(key.split('[')[0] ?? '');
  const isMember = (key: string): boolean =>
    key !== '' && !isOther(key) && (isFreeForm || shapes.memberOf(schema, key) !== undefined);
  return (sources) => {
    const texts = new Map<string, string[]>();
    for (const [key, value] of pairsOf(sources))
      if (texts.has(key) || isMember(key)) getOrInsert(texts, key, () => []).push(decode(value));
    if (texts.size === 0) return undefined;
    const members: Record<string, unknown> = {};
    for (const [key, each] of texts) setMember(members, key, toValue(each, shapes.memberOf(schema, key), shapes));
    return members;
  };
};

/** A parameter that is one text, or should be. */
const createReadText = (parameter: Parameter): ReadParameter => {
  const { name, in: place, style } = parameter;
  switch (place) {
    case 'path':
      return style === 'simple'
        ? ({ path }) => path[name]
        : ({ path }) => (path[name] === undefined ? undefined : withoutPrefix(path[name], parameter));
    case 'header':
      return ({ request }) => request.header(name);
    case 'query':
    case 'querystring':
      return ({ query }) => {
        const texts = query.getAll(name);
        // Repeated, but scalar: stays a list, so that the schema reports it under its name.
        return texts.length > 1 ? texts : texts[0];
      };
    case 'cookie': {
      const decode = style === 'cookie' ? asSent : decodeLeniently;
      return (sources) => {
        const sent = cookiePairs(sources).find(([key]) => key === name);
        return sent && decode(sent[1]);
      };
    }
  }
};

/** The one text of a list or an object, as it was sent, without the prefix of its style. */
const createReadWhole = (parameter: Parameter, operation: Pick<Operation, 'path'>): ReadParameter => {
  const { name, in: place, style } = parameter;
  if (place === 'header') return ({ request }) => request.header(name);
  if (place === 'path') {
    const readSegment = createReadSegment(operation.path, name);
    return (sources) => {
      const segment = readSegment(sources);
      return segment === undefined ? undefined : withoutPrefix(segment, parameter);
    };
  }
  const pairsOf = place === 'query' ? queryPairs : cookiePairs;
  return (sources) => {
    const [first, ...others] = pairsOf(sources).filter(([key]) => key === name);
    return others.length === 0
      ? first?.[1]
      : new Unreadable(
          `is sent ${String(others.length + 1)} times: send it once, with all its values (style ${style}, explode false)`,
        );
  };
};

/** `;ids=1;ids=2` or `;R=100;G=200` */
const createReadMatrix = (
  { name, schema }: Parameter,
  operation: Pick<Operation, 'path'>,
  shapes: SchemaShapes,
): ReadParameter => {
  const readSegment = createReadSegment(operation.path, name);
  const isList = shapes.typesOf(schema.schema).has('array');
  const wrong = new Unreadable(
    isList
      ? `must name each item (style matrix, exploded): send ;${name}=1;${name}=2`
      : 'must begin with ";" (style matrix, exploded): send ;member=value;other=value',
  );
  return (sources) => {
    const segment = readSegment(sources);
    if (segment === undefined) return undefined;
    if (!segment.startsWith(';')) return wrong;
    // An empty value has no equals sign (RFC 6570, section 3.2.7).
    const pairs = segment.slice(1).split(';').map(toPair);
    if (!isList) return Object.fromEntries(pairs.map((pair) => pair.map(decodeLeniently) as [string, string]));
    return pairs.every(([key]) => decodeLeniently(key) === name)
      ? pairs.map(([, value]) => decodeLeniently(value))
      : wrong;
  };
};

/** Texts of one parameter, or of the members of an object, in one name-value pair each. */
const createReadExploded = (
  parameter: Parameter,
  operation: Operation,
  shapes: SchemaShapes,
): ReadParameter | undefined => {
  const { in: place, style, explode } = parameter;
  if (!explode) return undefined;
  if (style === 'matrix') return createReadMatrix(parameter, operation, shapes);
  if (place !== 'query' && place !== 'cookie') return undefined;
  const named = operation.parameters.filter((other) => other.in === place && other !== parameter);
  const others = new Set(named.map((other) => other.name));
  const inQuery = { pairsOf: queryPairs, decode: decodeForm, isLoose: false };
  const isLoose = areDelimited(parameter.schema.schema, shapes);
  const inCookies =
    style === 'cookie'
      ? { pairsOf: cookiePairs, decode: asSent, isLoose }
      : { pairsOf: formPairsInCookies, decode: decodeLeniently, isLoose };
  return createReadPairs(parameter, others, shapes, place === 'query' ? inQuery : inCookies);
};

const DECODERS = {
  path: decodeLeniently,
  query: decodeForm,
  querystring: decodeForm,
  header: (text: string) => text.trim(),
  cookie: decodeLeniently,
};

/** A list or an object. */
const createReadStructure = (parameter: Parameter, operation: Operation, shapes: SchemaShapes): ReadParameter => {
  const { in: place, style, explode, schema } = parameter;
  const exploded = createReadExploded(parameter, operation, shapes);
  if (exploded !== undefined) return exploded;
  const readWhole = createReadWhole(parameter, operation);
  const isList = shapes.typesOf(schema.schema).has('array');
  const isEncoded = place !== 'header' && style !== 'cookie';
  // Where `|` and blanks delimit, they must be encoded themselves (OpenAPI 3.2.0, Appendix E).
  const isLoose = isEncoded && (!isList || delimiterOf(style) !== ',' || areDelimited(schema.schema, shapes));
  const text: Text = { style, explode, isLoose, decode: style === 'cookie' ? asSent : DECODERS[place] };
  return (sources) => {
    const whole = readWhole(sources);
    if (typeof whole !== 'string') return whole;
    return isList ? toItems(whole, text) : toObject(whole, text);
  };
};

/** Also for what may be one text or a list, an object: a list is what is sent in several pieces. */
const createReadEither = (parameter: Parameter, operation: Operation, shapes: SchemaShapes): ReadParameter => {
  const readText = createReadText(parameter);
  if (shapes.typesOf(parameter.schema.schema).has('string') || parameter.explode) return readText;
  const readStructure = createReadStructure(parameter, operation, shapes);
  return (sources) => {
    const structure = readStructure(sources);
    return Array.isArray(structure) && structure.length > 1 ? structure : readText(sources);
  };
};

const createReadSent = (parameter: Parameter, operation: Operation, shapes: SchemaShapes): ReadParameter => {
  const { in: place, style, mediaType, schema, content } = parameter;
  if (content !== undefined) return createReadQueryString(parameter, content);
  if (mediaType !== undefined) {
    const readText = createReadText(parameter);
    return isJsonMediaType(mediaType)
      ? (sources) => {
          const text = readText(sources);
          return typeof text === 'string' ? parseJsonValue(text) : text;
        }
      : readText;
  }
  if (place === 'query' && style === 'deepObject') return createReadDeepObject(parameter, shapes);
  const types = shapes.typesOf(schema.schema);
  if (!types.has('array') && !types.has('object')) return createReadText(parameter);
  return (isScalar(types) ? createReadEither : createReadStructure)(parameter, operation, shapes);
};

/** Selects the reader of a parameter once, based on its description. */
export const createParameterReader = (
  parameter: Parameter,
  operation: Operation,
  shapes: SchemaShapes,
): ReadParameter => {
  const read = createReadSent(parameter, operation, shapes);
  const { name, in: place, style, mediaType, allowEmptyValue } = parameter;
  // Where the style has no empty value, `allowEmptyValue` is ignored, and the server should take the parameter as unused
  // (OpenAPI 3.2.0, Parameter Object).
  if (!allowEmptyValue || place !== 'query' || style !== 'form' || mediaType !== undefined) return read;
  return (sources) => {
    const texts = sources.query.getAll(name);
    return texts.length > 0 && texts.every((text) => text === '') ? UNUSED : read(sources);
  };
};
