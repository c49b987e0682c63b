import { getOrInsert } from '../../kernel/caches.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { parsedOr } from '../../kernel/json.ts';
import { isMediaRange } from '../../kernel/media-type.ts';
import type {
  HeaderDescription,
  MediaType,
  NamedExample,
  Parameter,
  ParameterPlace,
  ResponseDescription,
} from './contract.ts';
import type { Cursor } from './cursor.ts';
import { PlaceError } from './diagnostic.ts';
import { allowedFor, type DocumentUse } from './document-uses.ts';
import { bodyKindOf } from './media-ranges.ts';
import type { ExtensionReader } from './read-extensions.ts';
import { shapesOf } from './schema-shapes.ts';

/** An operation's own parameter overrides the path item's of the same name and location. */
export const readParameters = (pathItem: Cursor, operation: Cursor, read: ExtensionReader): Parameter[] => {
  const listed = placesOf(pathItem, operation).map((at) => readParameter(at, read));
  const all = [...new Map(listed.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
  // OpenAPI 3.2.0, 4.12.1: it must not appear more than once, nor with parameters `in: query`.
  const inQuery = all.filter((parameter) => parameter.in.startsWith('query'));
  if (inQuery.length > 1 && inQuery.some((parameter) => parameter.in === 'querystring'))
    throw new PlaceError(operation, 'a parameter in "querystring" excludes others in "querystring" and "query"');
  return all;
};

/** Without header parameters that have a member of their own, which OpenAPI ignores. */
const placesOf = (pathItem: Cursor, operation: Cursor): readonly Cursor[] =>
  [...pathItem.at('parameters').entries(), ...operation.at('parameters').entries()]
    .map(([, at]) => at.follow())
    .filter(
      (at) => at.text('in') !== 'header' || !/^(?:accept|content-type|authorization)$/i.test(at.text('name') ?? ''),
    );

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header', 'cookie'];

const readParameter = (at: Cursor, read: ExtensionReader): Parameter => {
  const name = at.text('name');
  const location = PLACES.find((place) => place === at.text('in'));
  if (name === undefined) throw new PlaceError(at, 'a parameter has no name');
  if (location === undefined)
    throw new PlaceError(
      at,
      `parameter "${name}" is in "${at.text('in') ?? ''}"; path, query, querystring, header and cookie are served`,
    );
  const [mediaType, content] = at.at('content').entries()[0] ?? [];
  const isWhole = location === 'querystring';
  if (isWhole && content === undefined)
    throw new PlaceError(at, `parameter "${name}" is the query string and needs "content"`);
  const style = at.text('style') ?? (location === 'path' || location === 'header' ? 'simple' : 'form');
  return {
    name: location === 'header' ? name.toLowerCase() : name,
    label: name,
    in: location,
    required: at.flag('required') ?? location === 'path',
    style,
    explode: at.flag('explode') ?? (style === 'form' || style === 'cookie'),
    schema: (content?.follow() ?? at).at('schema').schemaPlace(),
    mediaType,
    allowEmptyValue: at.flag('allowEmptyValue') ?? false,
    ...(isWhole ? { content: readContents(at.at('content'), 'request-sample')[0] } : {}),
    ...read.ofParameter(at),
  };
};

/** `shared` has those by status and pointer: an error response of all operations is read and stored once. */
export const readResponse = (
  written: string,
  at: Cursor,
  shared: Map<string, ResponseDescription>,
): ResponseDescription => {
  const response = at.follow();
  // Many write `4xx`, which `vatmock validate` reports.
  const status = written.replace(/xx$/, 'XX');
  return getOrInsert(shared, `${status} ${response.pointer}`, () => {
    if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status))
      throw new PlaceError(
        at,
        `"${status}" is no status: expected a code such as 200, a range such as 4XX, or default`,
      );
    return {
      status,
      headers: readHeaders(response.at('headers').entries()),
      contents: readContents(response.at('content'), 'response-sample'),
    };
  });
};

/**
 * Headers that the server itself sets for the message as it is sent: framing, connection and date (RFC 9110, 6.6.1, 7.6.1,
 * 8.4, 8.6; RFC 9112, 6). OpenAPI 3.1.1, Response Object: a header named `Content-Type` "SHALL be ignored".
 */
const SET_BY_SERVER = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** RFC 9110, 5.6.2: a field name is a token. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

const readHeaders = (headers: readonly [string, Cursor][]): HeaderDescription[] =>
  headers
    .filter(([name]) => TOKEN.test(name) && !SET_BY_SERVER.has(name.toLowerCase()))
    .map(([name, header]) => readHeader(name, header.follow()));

/** The headers of a request that the server sends: parameters of its operation, else of the path item. */
export const readHeaderParameters = (pathItem: Cursor, operation: Cursor): HeaderDescription[] => {
  const headers = placesOf(pathItem, operation).filter((at) => at.text('in') === 'header');
  return readHeaders([...new Map(headers.map((at) => [at.text('name')?.toLowerCase() ?? '', at]))]);
};

const readHeader = (name: string, header: Cursor): HeaderDescription => {
  const [mediaType, content] = header.at('content').entries()[0] ?? [];
  const at = content?.follow() ?? header;
  const schema = at.at('schema').exists ? at.at('schema').schemaPlace() : undefined;
  return {
    name: name.toLowerCase(),
    required: header.flag('required') ?? false,
    schema,
    generator: at.at('schema').follow().text('x-fake'),
    example: readExamples(at, 'response-sample')[0]?.value,
    explode: header.flag('explode') ?? false,
    mediaType,
  };
};

export const readContents = (at: Cursor, use: DocumentUse): MediaType[] =>
  at.entries().map(([key, listed]) => {
    // OpenAPI 3.2.0, Components Object, `mediaTypes`: each may be a reference.
    const content = listed.follow();
    const mediaType = (key.split(';')[0] ?? '').trim().toLowerCase();
    const described = {
      mediaType,
      schema: content.at('schema').exists ? content.at('schema').schemaPlace() : undefined,
      ...(content.at('x-fake-schema').exists ? { fakeSchema: content.at('x-fake-schema').schemaPlace() } : {}),
      examples: readExamples(content, use, mediaType),
      ...(content.at('itemSchema').exists ? { hasItems: true } : {}),
      ...(content.at('encoding').exists ? { encoding: readEncoding(content.at('encoding')) } : {}),
    };
    return isJsonMediaType(mediaType) && !isMediaRange(mediaType)
      ? described
      : { ...described, kind: bodyKindOf(described, shapesOf(at.document)) };
  });

const readEncoding = (at: Cursor): NonNullable<MediaType['encoding']> =>
  Object.fromEntries(
    at
      .entries()
      .map(([name, member]) => [
        name,
        { style: member.text('style'), explode: member.flag('explode'), contentType: member.text('contentType') },
      ]),
  );

/** Its pointer is computed on demand. */
const toExample = (name: string, at: Cursor): NamedExample => ({
  name,
  value: at.node,
  get pointer() {
    return at.pointer;
  },
});

/** `dataValue` is the value, and `serializedValue` how it is written (OpenAPI 3.2.0, 4.19). */
const readNamedExample = (name: string, at: Cursor, mediaType: string): NamedExample | undefined => {
  const place = [at.at('value'), at.at('dataValue')].find(({ exists }) => exists);
  const serialized = at.text('serializedValue');
  if (serialized === undefined) return place && toExample(name, place);
  const whole = place ?? at.at('serializedValue');
  const value =
    place?.node ??
    (isJsonMediaType(mediaType) ? parsedOr<unknown, string>(serialized, () => JSON.parse(serialized)) : serialized);
  return { name, value, serialized, pointer: whole.pointer };
};

/** Named examples, then the single `example`, then the schema's own: the first one is the default response. */
const readExamples = (at: Cursor, use: DocumentUse, mediaType = ''): NamedExample[] => {
  const named = at
    .at('examples')
    .entries()
    .flatMap(([name, example]) => readNamedExample(name, example.follow(), mediaType) ?? []);
  if (named.length > 0) return named;
  if (at.at('example').exists) return [toExample('example', at.at('example'))];
  if (!at.at('schema').exists) return [];
  const schema = at.at('schema').follow();
  const [, own = schema.at('example')] = schema.at('examples').entries()[0] ?? [];
  if (!own.exists) return [];
  const example = toExample('schema', own);
  // One example serves requests and responses.
  const value = allowedFor(at.document, use)(schema.pointer, own.node);
  return value === own.node ? [example] : [Object.defineProperty(example, 'value', { value })];
};
