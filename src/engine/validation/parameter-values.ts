import { type ApiRequest, isJsonMediaType } from '../../kernel/http.ts';
import { memoize, getOrInsert } from '../../kernel/caches.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import type { Operation, Parameter } from '../contract/contract.ts';
import type { DecodedBody } from '../message/message.ts';
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

const decoderOf = ({ in: place, style }: Pick<Parameter, 'in' | 'style'>): ((text: string) => string) => {
  // A header is not percent-encoded (OpenAPI 3.2.0, Parameter Object), and blanks around its items do not count.
  if (place === 'header') return (text) => text.trim();
  if (style === 'cookie') return (text) => text;
  return place === 'query' ? decodeForm : decodeLeniently;
};

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

/** What a query sends in brackets, by the name before them. */
const deepTexts = memoize(({ request }: ParameterSources): ReadonlyMap<string, Branch> => {
  const byName = new Map<string, Branch>();
  for (const [sent, text] of request.query.split('&').map(toPair)) {
    const [name, ...keys] =
      (sent.includes('[') ? bracketKeys(sent)?.map(decodeForm) : bracketKeys(decodeForm(sent))) ?? [];
    if (name !== undefined)
      insertValue(
        getOrInsert(byName, name, () => new Map()),
        keys,
        decodeForm(text),
      );
  }
  return byName;
});

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
  const header = { in: 'header', style: 'simple' } as const;
  const simple: Text = { ...header, explode, isLoose: false, decode: decoderOf(header) };
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

/** Selects the reader of a parameter once, based on its description. */
export const createParameterReader = (
  parameter: Parameter,
  operation: Operation,
  shapes: SchemaShapes,
): ReadParameter => {
  const { name, in: place, style, explode, mediaType, content } = parameter;
  const { schema } = parameter.schema;
  const types = shapes.typesOf(schema);
  const isList = types.has('array');
  const decode = decoderOf(parameter);

  /** A parameter that is one text, or should be. */
  const readText: ReadParameter = (sources) => {
    switch (place) {
      case 'path': {
        const text = sources.path[name];
        return text === undefined ? undefined : withoutPrefix(text, parameter);
      }
      case 'header':
        return sources.request.header(name);
      case 'cookie': {
        const sent = cookiePairs(sources).find(([key]) => key === name);
        return sent && decode(sent[1]);
      }
      default: {
        const texts = sources.query.getAll(name);
        // Repeated, but scalar: stays a list, so that the schema reports it under its name.
        return texts.length > 1 ? texts : texts[0];
      }
    }
  };

  /** `color[R]=100&color[G]=200`, at any depth; also the plain name (`created=now`) if the schema allows other types. */
  const readDeepObject: ReadParameter = (sources) => {
    const tree = deepTexts(sources).get(name);
    if (tree !== undefined) return toValue(tree, schema, shapes);
    if (!sources.query.has(name)) return undefined;
    return types.size === 1 && types.has('object')
      ? new Unreadable(`must be sent member by member: ${name}[member]=value`)
      : toValue(sources.query.getAll(name), schema, shapes);
  };

  /** The whole query string, as a value of its media type. */
  const readQueryString: ReadParameter = (sources) => {
    if (sources.request.query === '') return undefined;
    const form = readQueryForm(parameter, sources);
    if (form !== undefined) return toPlainFields(form);
    const text = decodeLeniently(sources.request.query);
    return isJsonMediaType(content?.mediaType ?? '') ? parseJsonValue(text) : text;
  };

  /** A list or an object that is written as pairs of its own: `ids=1&ids=2`, `R=100&G=200`. */
  const createReadPairs = (): ReadParameter => {
    const inCookies = style === 'cookie' ? cookiePairs : formPairsInCookies;
    const pairsOf = place === 'query' ? queryPairs : inCookies;
    const isLoose = place !== 'query' && areDelimited(schema, shapes);
    if (isList)
      return (sources) => {
        const own = pairsOf(sources).filter(([key]) => key === name);
        const texts = own.flatMap(([, value]) => (isLoose ? split(value, ',', true) : [value]));
        return own.length === 0 ? undefined : texts.map(decode);
      };
    const named = operation.parameters.filter((other) => other.in === place && other !== parameter);
    const others = new Set(named.map((other) => other.name));
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

  const readSegment = createReadSegment(operation.path, name);

  /** `;ids=1;ids=2` or `;R=100;G=200` */
  const readMatrix: ReadParameter = (sources) => {
    const segment = readSegment(sources);
    if (segment === undefined) return undefined;
    // An empty value has no equals sign (RFC 6570, section 3.2.7).
    const pairs = segment.slice(1).split(';').map(toPair);
    const isInStyle = segment.startsWith(';') && (!isList || pairs.every(([key]) => decode(key) === name));
    if (isInStyle && isList) return pairs.map(([, value]) => decode(value));
    if (isInStyle) return Object.fromEntries(pairs.map((pair) => pair.map(decode) as [string, string]));
    return new Unreadable(
      isList
        ? `must name each item (style matrix, exploded): send ;${name}=1;${name}=2`
        : 'must begin with ";" (style matrix, exploded): send ;member=value;other=value',
    );
  };

  /** The one text of a list or an object, as it was sent, without the prefix of its style. */
  const readWhole: ReadParameter = (sources) => {
    if (place === 'header') return readText(sources);
    if (place === 'path') {
      const segment = readSegment(sources);
      return segment === undefined ? undefined : withoutPrefix(segment, parameter);
    }
    const pairs = place === 'query' ? queryPairs(sources) : cookiePairs(sources);
    const [first, ...others] = pairs.filter(([key]) => key === name);
    return others.length === 0
      ? first?.[1]
      : new Unreadable(
          `is sent ${others.length + 1} times: send it once, with all its values (style ${style}, explode false)`,
        );
  };

  /** A list or an object. */
  const createReadStructure = (): ReadParameter => {
    if (explode && style === 'matrix') return readMatrix;
    if (explode && (place === 'query' || place === 'cookie')) return createReadPairs();
    const isEncoded = place !== 'header' && style !== 'cookie';
    // Where `|` and blanks delimit, they must be encoded themselves (OpenAPI 3.2.0, Appendix E).
    const isLoose = isEncoded && (!isList || delimiterOf(style) !== ',' || areDelimited(schema, shapes));
    const text: Text = { style, explode, isLoose, decode };
    return (sources) => {
      const whole = readWhole(sources);
      if (typeof whole !== 'string') return whole;
      return isList ? toItems(whole, text) : toObject(whole, text);
    };
  };

  const select = (): ReadParameter => {
    if (content !== undefined) return readQueryString;
    if (mediaType !== undefined)
      return (sources) => {
        const text = readText(sources);
        return typeof text === 'string' && isJsonMediaType(mediaType) ? parseJsonValue(text) : text;
      };
    if (place === 'query' && style === 'deepObject') return readDeepObject;
    if (!isList && !types.has('object')) return readText;
    if (!isScalar(types)) return createReadStructure();
    // Also for what may be one text or a list, an object: a list is what is sent in several pieces.
    if (types.has('string') || explode) return readText;
    const readStructure = createReadStructure();
    return (sources) => {
      const structure = readStructure(sources);
      return Array.isArray(structure) && structure.length > 1 ? structure : readText(sources);
    };
  };
  const read = select();
  // Where the style has no empty value, `allowEmptyValue` is ignored, and the server should take the parameter as unused
  // (OpenAPI 3.2.0, Parameter Object).
  const mayBeUnused = parameter.allowEmptyValue && place === 'query' && style === 'form' && mediaType === undefined;
  if (!mayBeUnused) return read;
  return (sources) => {
    const texts = sources.query.getAll(name);
    return texts.length > 0 && texts.every((text) => text === '') ? UNUSED : read(sources);
  };
};
