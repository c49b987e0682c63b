import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { ENGINE_CATALOGUE, type ProblemCatalogue } from '../problems/catalogue.ts';
import type {
  Contract,
  Encoding,
  HeaderDescription,
  MediaType,
  NamedExample,
  Operation,
  Parameter,
  ParameterPlace,
  RequestBody,
  ResponseDescription,
} from './contract.ts';
import { Cursor } from './cursor.ts';
import { type DocumentUse, documentFor, withoutForbidden } from './document-uses.ts';
import { readWebhooks } from './event-descriptions.ts';
import { type ExtensionReader, createExtensionReader } from './extension-reader.ts';
import { NO_EXTENSIONS } from './extensions.ts';
import { type Diagnostic, PlaceError } from './diagnostic.ts';
import { valueAt } from './json-pointer.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { isMediaRange } from '../../kernel/media-type.ts';
import { bodyKindOf } from './media-ranges.ts';
import { createSchemaShapes } from './schema-shapes.ts';
import type { LoadedDocument } from './load-document.ts';
import { readContractExtensions, readOperationExtensions, readParameterExtensions } from './read-extensions.ts';
import { readMethods } from './read-methods.ts';
import { findUnread } from './unread-members.ts';
import { readSecurity } from './read-security.ts';
import { generatorIn } from './schema-extensions.ts';
import { isSchemaObject } from './walk-schema.ts';

/**
 * Reads a document into a contract. A fault in one operation becomes a diagnostic with its location, and does not
 * affect other operations.
 */
export const readContract = (loaded: LoadedDocument, problems: ProblemCatalogue = ENGINE_CATALOGUE): Contract => {
  const { document, file } = loaded;
  const root = new Cursor(document, '#', loaded);
  const findings: Diagnostic[] = [...(loaded.findings ?? [])];
  const basePath = readBasePath(root.at('servers'), findings);
  findings.push(...findUnread(root, (servers) => readBasePath(servers) !== basePath));
  const read = createExtensionReader(findings);
  const operations = readOperations(root, findings, read);
  return {
    title: root.at('info').text('title') ?? 'untitled',
    version: root.at('info').text('version') ?? '',
    basePath,
    operations,
    ...readContractExtensions(root, read),
    events: readWebhooks(document),
    problems,
    findings,
    document,
    file,
    findOrigin: loaded.findOrigin,
    isForeign: true,
  };
};

const readBasePath = (servers: Cursor, findings: Diagnostic[] = []): string => {
  const server = servers.at(0);
  const url = server.text('url') ?? '/';
  const withVariables = url.replaceAll(/\{([^}]*)\}/g, (whole, name: string) => {
    const value = server.at('variables', name).text('default');
    if (value === undefined)
      findings.push({
        pointer: server.at('url').pointer,
        message: `server variable ${whole} has no default: it counts as empty`,
        effect: 'served',
      });
    return value ?? '';
  });
  // The host may be empty, or a text that is none: only the path counts.
  const path = withVariables.replace(AUTHORITY, '');
  return new URL(`http://localhost/${path.replace(/^\//, '')}`).pathname.replace(/\/+$/, '');
};

/** RFC 3986, section 3: scheme and authority. */
const AUTHORITY = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i;

/** A cache of responses by status and pointer: an error response shared by all operations is read and stored once. */
type SharedResponses = Map<string, ResponseDescription>;

const readOperations = (root: Cursor, findings: Diagnostic[], read: ExtensionReader): Operation[] => {
  const operations: Operation[] = [];
  const shared: SharedResponses = new Map();
  const seen = new Map<string, string>();
  for (const [key, at] of root.at('paths').entries()) {
    if (!key.startsWith('/')) {
      if (!key.startsWith('x-'))
        findings.push({ pointer: at.pointer, message: `path "${key}" must begin with a slash` });
      continue;
    }
    const template = withoutQuery(key);
    if (template !== key) findings.push(cutAt(template, at));
    const pathItem = followPathItem(at, findings);
    if (pathItem === undefined) continue;
    findings.push(...repeatedIn(template, at));
    for (const [method, place] of readMethods(pathItem, findings)) {
      const usual = `${method} ${template}`;
      const own = place.text('operationId') ?? usual;
      const first = seen.get(own);
      const id = first === undefined ? own : usual;
      seen.set(id, place.pointer);
      if (first !== undefined && id !== own) findings.push(usedTwice({ own, first, id }, place));
      try {
        const operation = readOperation({ root, shared, pathItem, place, read }, { id, method, path: template });
        operations.push(operation);
        findings.push(...undescribedIn(operation));
      } catch (error) {
        if (!(error instanceof PlaceError)) throw error;
        findings.push({ pointer: error.pointer, message: error.message, operationId: id });
        operations.push(unserved({ id, method, path: template }, place.pointer, error.message));
      }
    }
  }
  return operations;
};

/** What follows `?` is the query, and what follows `#` is never sent (RFC 3986, sections 3.4 and 3.5). */
const withoutQuery = (template: string): string => /^(?:\{[^}]*\}|[^?#])*/.exec(template)?.[0] ?? template;

const cutAt = (template: string, { pointer }: Cursor): Diagnostic => ({
  pointer,
  message: `a path has neither a query nor a fragment: it counts as ${template}; describe what comes after it as parameters`,
  effect: 'served',
});

/** OpenAPI 3.2.0, 4.8.2: a template expression must not appear more than once in a path template. */
const repeatedIn = (template: string, { pointer }: Cursor): Diagnostic[] => {
  const expressions: readonly string[] = template.match(/\{[^}]*\}/g) ?? [];
  const repeated = new Set(expressions.filter((expression, index) => expressions.indexOf(expression) !== index));
  return [...repeated].map((expression) => ({
    pointer,
    message: `path parameter ${expression} is in ${template} more than once: the last value counts; give each a name of its own`,
    effect: 'served',
  }));
};

const usedTwice = (
  { own, first, id }: { readonly own: string; readonly first: string; readonly id: string },
  { pointer }: Cursor,
): Diagnostic => ({
  pointer,
  message: `operationId "${own}" is already used at ${first}: this operation is called "${id}"`,
  operationId: id,
  effect: 'served',
});

/** OpenAPI 3.1.1, 4.8.9: each template expression must correspond to a path parameter. */
const undescribedIn = ({ id, path, pointer, parameters }: Operation): Diagnostic[] =>
  [...path.matchAll(/\{([^}]*)\}/g)]
    .filter(([, name]) => !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name))
    .map(([expression]) => ({
      pointer,
      message: `path parameter ${expression} is not described: any value is accepted`,
      operationId: id,
      effect: 'served',
    }));

/** If the `$ref` of a path item is unresolvable, its operations are unknown: only a diagnostic is reported. */
const followPathItem = (at: Cursor, findings: Diagnostic[]): Cursor | undefined => {
  try {
    return at.follow();
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    findings.push({ pointer: error.pointer, message: error.message });
    return undefined;
  }
};

/** Stays routable, so that a call is answered with the reason why it is not served instead of 404. */
const unserved = (name: Pick<Operation, 'id' | 'method' | 'path'>, pointer: string, reason: string): Operation => ({
  ...name,
  pointer,
  unserved: reason,
  parameters: [],
  requestBody: undefined,
  responses: [],
  security: [],
  ...NO_EXTENSIONS,
});

interface OperationPlaces {
  readonly root: Cursor;
  readonly shared: SharedResponses;
  readonly pathItem: Cursor;
  readonly place: Cursor;
  readonly read: ExtensionReader;
}

const readOperation = (
  { root, shared, pathItem, place, read }: OperationPlaces,
  name: Pick<Operation, 'id' | 'method' | 'path'>,
): Operation => {
  const parameters = readParameters(pathItem, place, read);
  const responses = place.at('responses').entries();
  if (responses.length === 0) throw new PlaceError(place, 'no response is described');
  if (responses.every(([status]) => /^(?:1(?:\d\d|XX)|x-.*)$/.test(status)))
    throw new PlaceError(place.at('responses'), 'only answers 1xx are described, and none of them ends a request');
  return {
    ...name,
    pointer: place.pointer,
    parameters,
    requestBody: readRequestBody(place.at('requestBody')),
    responses: responses
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, at]) => readResponse(status, at, shared)),
    security: readSecurity(root, place),
    ...readOperationExtensions(place, read),
  };
};

/** An operation's own parameter overrides the path item's of the same name and location. */
const readParameters = (pathItem: Cursor, operation: Cursor, read: ExtensionReader): Parameter[] => {
  const byPlace = new Map<string, Parameter>();
  for (const [, listed] of [...pathItem.at('parameters').entries(), ...operation.at('parameters').entries()]) {
    const at = listed.follow();
    if (isIgnoredHeader(at)) continue;
    const parameter = readParameter(at, read);
    byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  // OpenAPI 3.2.0, 4.12.1: it must not appear more than once, nor with parameters `in: query`.
  const whole = [...byPlace.values()].filter((parameter) => parameter.in === 'querystring');
  if (whole.length > 1 || (whole.length > 0 && [...byPlace.values()].some((parameter) => parameter.in === 'query')))
    throw new PlaceError(operation, 'a parameter in "querystring" excludes others in "querystring" and "query"');
  return [...byPlace.values()];
};

/** OpenAPI ignores header parameters that have a member of their own: `Accept`, `Content-Type`, `Authorization`. */
const isIgnoredHeader = (at: Cursor): boolean =>
  at.text('in') === 'header' && /^(?:accept|content-type|authorization)$/i.test(at.text('name') ?? '');

const DEFAULT_STYLES: Readonly<Record<ParameterPlace, string>> = {
  path: 'simple',
  query: 'form',
  querystring: 'form',
  header: 'simple',
  cookie: 'form',
};

const isParameterPlace = (place: string | undefined): place is ParameterPlace =>
  place !== undefined && Object.hasOwn(DEFAULT_STYLES, place);

const readParameter = (at: Cursor, read: ExtensionReader): Parameter => {
  const name = at.text('name');
  const location = at.text('in');
  if (name === undefined) throw new PlaceError(at, 'a parameter has no name');
  if (!isParameterPlace(location))
    throw new PlaceError(
      at,
      `parameter "${name}" is in "${location ?? ''}"; path, query, querystring, header and cookie are served`,
    );
  const [mediaType, content] = at.at('content').entries()[0] ?? [];
  const isWhole = location === 'querystring';
  if (isWhole && content === undefined)
    throw new PlaceError(at, `parameter "${name}" is the query string and needs "content"`);
  const style = at.text('style') ?? DEFAULT_STYLES[location];
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
    ...readParameterExtensions(at, read),
  };
};

const readRequestBody = (at: Cursor): RequestBody | undefined => {
  if (!at.exists) return undefined;
  const body = at.follow();
  return { required: body.flag('required') ?? false, contents: readContents(body.at('content'), 'request-sample') };
};

const readResponse = (status: string, at: Cursor, shared: SharedResponses): ResponseDescription => {
  const response = at.follow();
  const key = `${status} ${response.pointer}`;
  return getOrInsert(shared, key, () => readOwnResponse(status, at, response));
};

const readOwnResponse = (status: string, at: Cursor, response: Cursor): ResponseDescription => {
  if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status))
    throw new PlaceError(at, `"${status}" is no status: expected a code such as 200, a range such as 4XX, or default`);
  return {
    status,
    headers: readHeaders(response.at('headers')),
    contents: readContents(response.at('content'), 'response-sample'),
  };
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

const readHeaders = (headers: Cursor): HeaderDescription[] =>
  headers
    .entries()
    .filter(([name]) => TOKEN.test(name) && !SET_BY_SERVER.has(name.toLowerCase()))
    .map(([name, header]) => readHeader(name, header.follow()));

const readHeader = (name: string, header: Cursor): HeaderDescription => {
  const [mediaType, content] = header.at('content').entries()[0] ?? [];
  const at = content?.follow() ?? header;
  const schema = at.at('schema').exists ? at.at('schema').schemaPlace() : undefined;
  return {
    name: name.toLowerCase(),
    required: header.flag('required') ?? false,
    schema,
    generator: isSchemaObject(schema?.schema) ? generatorIn(schema.schema) : undefined,
    example: readExamples(at, 'response-sample')[0]?.value,
    explode: header.flag('explode') ?? false,
    mediaType,
  };
};

const readContents = (at: Cursor, use: DocumentUse): MediaType[] =>
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
      ...readEncoding(content.at('encoding')),
    };
    return isJsonMediaType(mediaType) && !isMediaRange(mediaType)
      ? described
      : { ...described, kind: bodyKindOf(described, createSchemaShapes(at.document)) };
  });

const readEncoding = (at: Cursor): Pick<MediaType, 'encoding'> => {
  if (!at.exists) return {};
  const encoding: Record<string, Encoding> = {};
  for (const [name, member] of at.entries()) {
    encoding[name] = {
      style: member.text('style'),
      explode: member.flag('explode'),
      contentType: member.text('contentType'),
    };
  }
  return { encoding };
};

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
  const value = place?.node ?? (isJsonMediaType(mediaType) ? parseLeniently(serialized) : serialized);
  return { name, value, serialized, pointer: whole.pointer };
};

const parseLeniently = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
  const [, ownExample] = schema.at('examples').entries()[0] ?? [];
  const own = ownExample ?? schema.at('example');
  if (!own.exists) return [];
  const { document } = at;
  const forUse = documentFor(document, use);
  const example = toExample('schema', own);
  if (forUse === document) return [example];
  // One example serves requests and responses.
  const value = withoutForbidden(forUse, valueAt(forUse, schema.pointer), own.node);
  return [Object.defineProperty(example, 'value', { value })];
};
