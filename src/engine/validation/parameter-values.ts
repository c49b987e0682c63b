import { type ApiRequest, isJsonMediaType } from '../../kernel/http.ts';
import { decodeLeniently } from '../../kernel/percent-decoding.ts';
import type { MediaType, Parameter } from '../contract/contract.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';
import { type Branch, bracketKeys, insertValue, toValue } from './bracket-values.ts';
import { createFormReader } from './form-values.ts';
import { setMember } from './set-member.ts';
import { SEPARATORS, parseJsonOrText } from './serialized-values.ts';

/** The unparsed parts of a request that parameters are read from. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly request: ApiRequest;
}

const readCookie = (request: ApiRequest, name: string): string | undefined => {
  for (const pair of request.header('cookie')?.split(';') ?? []) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
};

/** `color[R]=100&color[G]=200`, at any depth; also the plain name (`created=now`) if the schema allows other types. */
const readDeepObject = ({ name, schema }: Parameter, query: URLSearchParams, shapes: SchemaShapes): unknown => {
  let tree: Branch | undefined;
  for (const [key, text] of query) {
    const keys = key.startsWith(`${name}[`) ? bracketKeys(key) : undefined;
    if (keys?.[0] === name) insertValue((tree ??= new Map() as Branch), keys.slice(1), text);
  }
  if (tree !== undefined) return toValue(tree, schema.schema, shapes);
  return query.has(name) ? toValue(query.getAll(name), schema.schema, shapes) : undefined;
};

/** Object members as separate parameters: `R=100&G=200`. */
const readQueryMembers = (parameter: Parameter, query: URLSearchParams): Record<string, string> | undefined => {
  const found: Record<string, string> = {};
  const properties = (parameter.schema.schema as SchemaObject)['properties'];
  for (const [key, value] of query)
    if (isSchemaObject(properties) && Object.hasOwn(properties, key)) found[key] = value;
  return Object.keys(found).length > 0 ? found : undefined;
};

/** `R,100,G,200`, or exploded `R=100,G=200`. */
const toObject = (parts: readonly string[], explode: boolean): Record<string, string> => {
  if (explode)
    return Object.fromEntries(parts.map((part) => [part.split('=')[0] ?? '', part.split('=').slice(1).join('=')]));
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])));
};

const readTexts = (parameter: Parameter, { path, query, request }: ParameterSources): readonly string[] => {
  if (parameter.in === 'query') return query.getAll(parameter.name);
  const text =
    parameter.in === 'path'
      ? path[parameter.name]
      : parameter.in === 'header'
        ? request.header(parameter.name)
        : readCookie(request, parameter.name);
  return text === undefined ? [] : [text];
};

/** Removes the style's prefix from a path parameter: `.5` for label, `;id=5` for matrix. */
const withoutPrefix = (text: string, { style, name }: Parameter): string => {
  if (style === 'label') return text.replace(/^\./, '');
  if (style === 'matrix' && text.startsWith(`;${name}`)) return text.slice(name.length + 1).replace(/^=/, '');
  return text;
};

/** Splits a list or an object: `1,2`; exploded, label has `.1.2` and matrix `;ids=1;ids=2` or `;R=100;G=200`. */
const toParts = (text: string, parameter: Parameter): string[] => {
  const { style, explode } = parameter;
  const isExplodedMatrix = style === 'matrix' && explode;
  const inner = isExplodedMatrix ? text.replace(/^;/, '') : withoutPrefix(text, parameter);
  if (inner === '') return [];
  const separator = isExplodedMatrix ? ';' : style === 'label' && explode ? '.' : (SEPARATORS[style] ?? ',');
  return inner.split(separator).map((part) => part.trim());
};

const toItems = (text: string, parameter: Parameter): string[] => {
  const parts = toParts(text, parameter);
  const prefix = `${parameter.name}=`;
  return parameter.style === 'matrix' && parameter.explode
    ? parts.map((part) => (part.startsWith(prefix) ? part.slice(prefix.length) : part))
    : parts;
};

/** Reads a header of style `simple` that is an array or an object; undefined for a scalar one. */
export const simpleReader = (types: ReadonlySet<string>, explode: boolean): ((text: string) => unknown) | undefined => {
  if (['string', 'integer', 'number', 'boolean'].some((type) => types.has(type))) return undefined;
  const split = (text: string): string[] => (text === '' ? [] : text.split(',').map((part) => part.trim()));
  if (types.has('array')) return split;
  return types.has('object') ? (text) => toObject(split(text), explode) : undefined;
};

/** The query string as a value of one media type (OpenAPI 3.2.0, 4.12.1, `in: querystring`); percent-encoded, unless it is a form. */
const wholeQueryReader = (content: MediaType, shapes: SchemaShapes): ReadParameter => {
  const readForm = createFormReader(content, { shapes, isForeign: true });
  const isForm = content.mediaType === 'application/x-www-form-urlencoded';
  return ({ query, request }) => {
    if (request.query === '') return undefined;
    if (!isForm) {
      const text = decodeLeniently(request.query);
      return isJsonMediaType(content.mediaType) ? parseJsonOrText(text) : text;
    }
    const fields: Record<string, string[]> = {};
    for (const name of new Set(query.keys())) setMember(fields, name, query.getAll(name));
    return readForm({ kind: 'form', content, bytes: NO_BYTES, fields, files: [] });
  };
};

const NO_BYTES = new Uint8Array();

/** The value of a parameter, split according to its style but not yet typed; undefined if it was not sent. */
export type ReadParameter = (sources: ParameterSources) => unknown;

/** Selects the reader of a parameter once, based on its description. */
export const createParameterReader = (parameter: Parameter, shapes: SchemaShapes): ReadParameter => {
  const { name, style, explode, jsonEncoded, in: place, content } = parameter;
  if (content !== undefined) return wholeQueryReader(content, shapes);
  const types: ReadonlySet<string> = jsonEncoded ? new Set() : shapes.typesOf(parameter.schema.schema);
  if (!jsonEncoded && place === 'query' && style === 'deepObject')
    return ({ query }) => readDeepObject(parameter, query, shapes);
  const isScalar = types.has('string') || types.has('integer') || types.has('number') || types.has('boolean');
  if (types.has('object') && !isScalar && place === 'query' && explode)
    return ({ query }) => readQueryMembers(parameter, query);
  const isSimple = !jsonEncoded && style === 'simple' && !types.has('array') && !types.has('object');
  // Fast path for nearly all parameters: a scalar in the path or in a header.
  if (isSimple && place === 'path') return ({ path }) => path[name];
  if (isSimple && place === 'header') return ({ request }) => request.header(name);
  return (sources) => {
    const texts = readTexts(parameter, sources);
    const [first] = texts;
    if (first === undefined) return undefined;
    if (jsonEncoded) return parseJsonOrText(first);
    if (types.has('array') && !isScalar) return place === 'query' && explode ? texts : toItems(first, parameter);
    if (types.has('object') && !isScalar) return toObject(toParts(first, parameter), explode);
    // Repeated, but scalar: stays a list, so that the schema reports it under its name.
    return texts.length > 1 ? texts : withoutPrefix(first, parameter);
  };
};
