import { ENGINE_CATALOGUE, type ProblemCatalogue } from '../problems/problem.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { pointerKeys } from '../../kernel/json-pointer.ts';
import {
  type Contract,
  type EventDescription,
  NO_EXTENSIONS,
  type Operation,
  type ResponseDescription,
  type SecurityScheme,
} from './contract.ts';
import { Cursor } from './cursor.ts';
import { attempt, type Diagnostic, PlaceError } from './diagnostic.ts';
import type { LoadedDocument } from './load-document.ts';
import { readContents, readHeaderParameters, readParameters, readResponse } from './read-contents.ts';
import { createExtensionReader } from './read-extensions.ts';
import { isSchemaObject } from './walk-schema.ts';

/**
 * Reads a document into a contract. A fault in one operation becomes a diagnostic with its location, and does not
 * affect other operations.
 */
export const readContract = (loaded: LoadedDocument, problems: ProblemCatalogue = ENGINE_CATALOGUE): Contract => {
  const { document, file, source, madeOf } = loaded;
  /** The description that has this place. */
  const rootOf = (pointer: string) => new Cursor(loaded.rootOf?.(pointer) ?? document, '#', loaded);
  const root = rootOf('#');
  const findings: Diagnostic[] = [...(loaded.findings ?? [])];
  const tell = (pointer: string, message: string, operationId?: string): void => {
    findings.push({ pointer, message, effect: 'served', ...(operationId !== undefined && { operationId }) });
  };
  const basePath = readBasePath(root.at('servers'), findings);
  const described = loaded.described ?? [{ file, basePath }];
  findings.push(...findUnread(root, (servers) => !described.some((each) => each.basePath === readBasePath(servers))));
  const read = createExtensionReader(findings);
  const events = readWebhooks(root, findings);
  const shared = new Map<string, ResponseDescription>();

  const readOperation = (name: OperationName, at: Cursor, pathItem: Cursor, place: Cursor): Operation => {
    const parameters = readParameters(pathItem, place, read);
    if (place.at('responses').entries().length === 0) throw new PlaceError(place, 'no response is described');
    const responses = place.at('responses').members();
    if (responses.every(([status]) => /^1(?:\d\d|XX)$/.test(status)))
      throw new PlaceError(place.at('responses'), 'only answers 1xx are described, and none of them ends a request');
    const body = place.at('requestBody').follow();
    return {
      ...name,
      parameters,
      requestBody: body.exists
        ? { required: body.flag('required') ?? false, contents: readContents(body.at('content'), 'request-sample') }
        : undefined,
      responses: responses.map(([status, response]) => readResponse(status, response, shared)),
      security: readSecurity(rootOf(at.pointer), place),
      ...read.ofOperation(place),
    };
  };

  /** The operations of a path item by method, including the `additionalOperations` of OpenAPI 3.2. */
  const readMethods = (pathItem: Cursor): readonly (readonly [method: string, Cursor])[] => {
    const usual = METHODS.map((method) => [method, pathItem.at(method.toLowerCase())] as const);
    const additional = pathItem.at('additionalOperations').entries();
    for (const [method, place] of additional) {
      if (OTHERS.includes(method)) continue;
      const reason = METHODS.includes(method)
        ? `it belongs under "${method.toLowerCase()}"`
        : `Node.js reads no such method, only ${OTHERS.join(', ')}`;
      const name = place.text('operationId');
      const message = `additional operation "${method}"${name === undefined ? '' : ` (${name})`} is not served: ${reason}`;
      findings.push({ pointer: place.pointer, message });
    }
    return [...usual.filter(([, { exists }]) => exists), ...additional.filter(([method]) => OTHERS.includes(method))];
  };

  const operations: Operation[] = [];
  const seen = new Map<string, string>();
  for (const [key, at] of root.at('paths').members()) {
    if (!key.startsWith('/')) {
      findings.push({ pointer: at.pointer, message: `path "${key}" must begin with a slash` });
      continue;
    }
    // What follows `?` is the query, and what follows `#` is never sent (RFC 3986, sections 3.4 and 3.5).
    const path = /^(?:\{[^}]*\}|[^?#])*/.exec(key)?.[0] ?? key;
    if (path !== key)
      tell(
        at.pointer,
        `a path has neither a query nor a fragment: it counts as ${path}; describe what comes after it as parameters`,
      );
    // Without it, its operations are unknown.
    const pathItem = attempt(() => at.follow(), toFinding(findings));
    if (pathItem === undefined) continue;
    const expressions: readonly string[] = path.match(/\{[^}]*\}/g) ?? [];
    // OpenAPI 3.2.0, 4.8.2: a template expression must not appear more than once in a path template.
    for (const repeated of new Set(expressions.filter((each, index) => expressions.indexOf(each) !== index)))
      tell(
        at.pointer,
        `path parameter ${repeated} is in ${path} more than once: the last value counts; give each a name of its own`,
      );
    for (const [method, place] of readMethods(pathItem)) {
      const usual = `${method} ${path}`;
      const own = place.text('operationId') ?? usual;
      const first = loaded.sharedIds?.has(own) === true ? 'in several descriptions' : seen.get(own);
      const id = first === undefined ? own : usual;
      seen.set(id, `at ${place.pointer}`);
      if (first !== undefined && id !== own)
        tell(place.pointer, `operationId "${own}" is already used ${first}: this operation is called "${id}"`, id);
      const name = { id, method, path, pointer: place.pointer };
      const operation = attempt(
        () => readOperation(name, at, pathItem, place),
        ({ pointer, message }) => {
          findings.push({ pointer, message, operationId: id });
          operations.push(unserved(name, message));
        },
      );
      if (operation === undefined) continue;
      operations.push({ ...operation, callbacks: readCallbacks(place, id, events, findings) ?? [] });
      // OpenAPI 3.1.1, 4.8.9: each template expression must correspond to a path parameter.
      const isDescribed = (expression: string): boolean =>
        operation.parameters.some((parameter) => parameter.in === 'path' && `{${parameter.name}}` === expression);
      for (const expression of expressions.filter((each) => !isDescribed(each)))
        tell(place.pointer, `path parameter ${expression} is not described: any value is accepted`, id);
    }
  }
  for (const { id, pointer, emits = [] } of operations)
    for (const type of emits.filter((each) => !events.has(each)))
      tell(
        `${pointer}/x-emits`,
        `"${type}" is no event of this description: name a member of "webhooks", or a message of --asyncapi`,
        id,
      );
  return {
    title: root.at('info').text('title') ?? 'untitled',
    version: root.at('info').text('version') ?? '',
    basePath,
    operations,
    ...read.ofContract(root),
    events,
    problems,
    findings,
    document,
    file,
    source,
    madeOf,
    described,
    isForeign: true,
  };
};

export const readBasePath = (servers: Cursor, findings: Diagnostic[] = []): string => {
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

type OperationName = Pick<Operation, 'id' | 'method' | 'path' | 'pointer'>;

/** Stays routable, so that a call is answered with the reason why it is not served instead of 404. */
const unserved = (name: OperationName, reason: string): Operation => ({
  ...name,
  unserved: reason,
  parameters: [],
  requestBody: undefined,
  responses: [],
  security: [],
  ...NO_EXTENSIONS,
});

/** Methods that are keys of a path item. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'];

/** The other methods that Node.js parses as requests; it rejects any other with 400 and closes the connection. */
const OTHERS = process
  .getBuiltinModule('node:http')
  .METHODS.filter((method) => method !== 'CONNECT' && !METHODS.includes(method));

/**
 * The security requirements of the operation, else of the document. An empty one (`{}`) makes credentials optional:
 * public.
 */
const readSecurity = (root: Cursor, operation: Cursor): Operation['security'] => {
  const declared = operation.at('security').exists ? operation.at('security') : root.at('security');
  const requirements = declared
    .entries()
    .map(([, requirement]) => requirement.entries().map(([name, place]) => readScheme(root, name, place)));
  return requirements.some((requirement) => requirement.length === 0) ? [] : requirements;
};

const readScheme = (root: Cursor, name: string, usedAt: Cursor): SecurityScheme => {
  // OpenAPI 3.2.0, 4.30.1: a name, or the URI of a scheme.
  const named = root.at('components', 'securitySchemes', name);
  const scheme = named.exists || !name.startsWith('#/') ? named : root.at(...pointerKeys(name));
  if (!scheme.exists) throw new PlaceError(usedAt, `security scheme "${name}" is not described`);
  const at = scheme.follow();
  const type = at.text('type');
  if (type === 'apiKey') {
    const location = (['query', 'header', 'cookie'] as const).find((place) => place === at.text('in'));
    if (location === undefined)
      throw new PlaceError(at, `security scheme "${name}": "in" must be query, header or cookie`);
    return { kind: 'api-key', name, in: location, key: at.text('name') ?? '' };
  }
  const usual = type === 'oauth2' || type === 'openIdConnect' ? 'bearer' : undefined;
  const kind = type === 'http' ? at.text('scheme')?.toLowerCase() : usual;
  return { kind: kind === 'bearer' || kind === 'basic' ? kind : 'other', name };
};

/** Members that hold values, schemas, or what is not served as a whole. */
const SKIPPED = new Set([
  ...['schema', 'schemas', 'itemSchema', 'example', 'value', 'dataValue', 'mapping'],
  ...['callbacks', 'webhooks', 'links'],
]);

/**
 * Members that say something of messages and are not followed, one finding each. All other members of OpenAPI 3.2 are served or
 * need nothing.
 */
const findUnread = (root: Cursor, isElsewhere: (servers: Cursor) => boolean): readonly Diagnostic[] => {
  const findings: Diagnostic[] = [];

  const messageOf = (at: Cursor, name: string, member: Cursor, isEncoding: boolean): string | undefined => {
    switch (name) {
      case 'externalValue': {
        const isShown = ['value', 'dataValue', 'serializedValue'].some((other) => at.at(other).exists);
        return typeof member.node === 'string' && !isShown
          ? '"externalValue" is not read: write the example as "value"'
          : undefined;
      }
      case 'servers':
        return at.pointer !== '#' && Array.isArray(member.node) && isElsewhere(member)
          ? 'these servers have another path than the first one of the description, under which all is served'
          : undefined;
      case 'itemEncoding':
      case 'prefixEncoding':
        return `"${name}" is not followed: parts of multipart messages are read by their names`;
      case 'encoding':
        return isEncoding
          ? 'an "encoding" within another one is not followed: a part is read by its schema'
          : undefined;
      default:
        return undefined;
    }
  };

  const visit = (at: Cursor, isEncoding: boolean): void => {
    for (const [name, member] of at.members()) {
      if (SKIPPED.has(name)) continue;
      const message = messageOf(at, name, member, isEncoding);
      if (message !== undefined) findings.push({ pointer: member.pointer, message, effect: 'served' });
      if (name !== 'encoding') visit(member, false);
      else for (const [, encoding] of member.entries()) visit(encoding, true);
    }
  };
  visit(root, false);
  return findings;
};

const EVENT_METHODS = ['post', 'put', 'patch', 'query', 'get', 'delete'];

/**
 * The event that a path item of `webhooks` or of a callback describes: "a request initiated by the API provider and the expected
 * responses" (OpenAPI 3.1.1, 4.8.18). It is sent as POST of JSON.
 */
const readEvent = (item: Cursor): EventDescription => {
  const at = item.follow();
  const operation = EVENT_METHODS.map((method) => at.at(method)).find(({ exists }) => exists);
  // What the provider sends has its `readOnly` members, as a response has.
  const contents = operation && readContents(operation.at('requestBody').follow().at('content'), 'response-sample');
  const content = contents?.find(({ mediaType }) => isJsonMediaType(mediaType) || mediaType === '*/*');
  if (operation === undefined || content?.schema === undefined)
    throw new PlaceError(at, 'this event is not sent: describe its body as application/json, with a schema');
  return {
    pointer: content.schema.pointer,
    summary: operation.text('summary') ?? '',
    examples: content.examples.filter(({ value }) => isSchemaObject(value)),
    headers: readHeaderParameters(at, operation),
  };
};

/** The events of a description's `webhooks`, by their names there. A fault becomes a finding. */
const readWebhooks = (root: Cursor, findings: Diagnostic[]): Map<string, EventDescription> => {
  const events = new Map<string, EventDescription>();
  for (const [type, item] of root.at('webhooks').members())
    attempt(() => events.set(type, readEvent(item)), toFinding(findings));
  return events;
};

const toFinding =
  (findings: Diagnostic[]) =>
  ({ pointer, message }: PlaceError): void => {
    findings.push({ pointer, message });
  };

/** The callbacks of an operation. Their events join `events`, by the names of the callbacks. */
const readCallbacks = (
  place: Cursor,
  operationId: string,
  events: Map<string, EventDescription>,
  findings: Diagnostic[],
): Operation['callbacks'] => {
  const readCallback = (name: string, listed: Cursor) =>
    listed
      .follow()
      .members()
      .map(([expression, item]) => {
        const event = readEvent(item);
        const isFree = (events.get(name)?.pointer ?? event.pointer) === event.pointer;
        const type = isFree ? name : `${operationId}.${name}`;
        if (!events.has(type)) events.set(type, { ...event, isCallback: true });
        return { type, expression };
      });
  return place
    .at('callbacks')
    .members()
    .flatMap(([name, listed]) => attempt(() => readCallback(name, listed), toFinding(findings)) ?? []);
};
