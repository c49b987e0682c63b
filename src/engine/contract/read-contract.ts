import { ENGINE_CATALOGUE, type ProblemCatalogue } from '../problems/catalogue.ts';
import { pointerKeys } from '../../kernel/json-pointer.ts';
import {
  type Contract,
  type EventDescription,
  NO_EXTENSIONS,
  type Operation,
  type SecurityRequirement,
  type SecurityScheme,
} from './contract.ts';
import { Cursor } from './cursor.ts';
import { type Diagnostic, PlaceError } from './diagnostic.ts';
import type { LoadedDocument } from './load-document.ts';
import { type SharedResponses, readParameters, readRequestBody, readResponse } from './read-contents.ts';
import {
  type ExtensionReader,
  createExtensionReader,
  readContractExtensions,
  readOperationExtensions,
} from './read-extensions.ts';
import { readCallbacks, readWebhooks } from './webhooks.ts';

/**
 * Reads a document into a contract. A fault in one operation becomes a diagnostic with its location, and does not
 * affect other operations.
 */
export const readContract = (loaded: LoadedDocument, problems: ProblemCatalogue = ENGINE_CATALOGUE): Contract => {
  const { document, file } = loaded;
  const rootOf = (pointer: string) => new Cursor(loaded.rootOf?.(pointer) ?? document, '#', loaded);
  const root = rootOf('#');
  const findings: Diagnostic[] = [...(loaded.findings ?? [])];
  const basePath = readBasePath(root.at('servers'), findings);
  const described = loaded.described ?? [{ file, basePath }];
  findings.push(...findUnread(root, (servers) => !described.some((each) => each.basePath === readBasePath(servers))));
  const read = createExtensionReader(findings);
  const events = readWebhooks(root, findings);
  const operations = readOperations({ root, rootOf, findings, events }, read);
  findings.push(...findUnknownEvents(operations, events));
  return {
    title: root.at('info').text('title') ?? 'untitled',
    version: root.at('info').text('version') ?? '',
    basePath,
    operations,
    ...readContractExtensions(root, read),
    events,
    problems,
    findings,
    document,
    file,
    described,
    findOrigin: loaded.findOrigin,
    source: loaded.source,
    madeOf: loaded.madeOf,
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

/** What `x-emits` names, but the description does not have. */
const findUnknownEvents = (operations: readonly Operation[], events: Contract['events']): readonly Diagnostic[] =>
  operations.flatMap(({ id, pointer, emits = [] }) =>
    emits
      .filter((type) => !events.has(type))
      .map((type) => ({
        pointer: `${pointer}/x-emits`,
        message: `"${type}" is no event of this description: name a member of "webhooks", or a message of --asyncapi`,
        operationId: id,
        effect: 'served' as const,
      })),
  );

interface Reading {
  readonly root: Cursor;
  /** The description that has this place. */
  readonly rootOf: (pointer: string) => Cursor;
  readonly findings: Diagnostic[];
  /** Callbacks add theirs. */
  readonly events: Map<string, EventDescription>;
}

const readOperations = ({ root, rootOf, findings, events }: Reading, read: ExtensionReader): Operation[] => {
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
        const described = readOperation(
          { root: rootOf(at.pointer), shared, pathItem, place, read },
          { id, method, path: template },
        );
        const operation = { ...described, callbacks: readCallbacks(place, id, events, findings) };
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

/** Methods that are keys of a path item. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'];

/** The other methods that Node.js parses; it rejects any other with 400 and closes the connection. */
const OTHERS = [
  ...['ACL', 'BIND', 'CHECKOUT', 'COPY', 'LINK', 'LOCK', 'M-SEARCH', 'MERGE', 'MKACTIVITY', 'MKCALENDAR', 'MKCOL'],
  ...['MOVE', 'NOTIFY', 'PROPFIND', 'PROPPATCH', 'PURGE', 'REBIND', 'REPORT', 'SEARCH', 'SOURCE', 'SUBSCRIBE'],
  ...['UNBIND', 'UNLINK', 'UNLOCK', 'UNSUBSCRIBE'],
];

/** The operations of a path item by method, including the `additionalOperations` of OpenAPI 3.2. */
const readMethods = (pathItem: Cursor, findings: Diagnostic[]): readonly (readonly [method: string, Cursor])[] => {
  const found: [string, Cursor][] = [];
  for (const method of METHODS) {
    const place = pathItem.at(method.toLowerCase());
    if (place.exists) found.push([method, place]);
  }
  for (const [method, place] of pathItem.at('additionalOperations').entries()) {
    if (OTHERS.includes(method)) {
      found.push([method, place]);
      continue;
    }
    const reason = METHODS.includes(method)
      ? `it belongs under "${method.toLowerCase()}"`
      : `Node.js reads no such method, only ${OTHERS.join(', ')}`;
    const name = place.text('operationId');
    findings.push({
      pointer: place.pointer,
      message: `additional operation "${method}"${name === undefined ? '' : ` (${name})`} is not served: ${reason}`,
    });
  }
  return found;
};

/**
 * The security requirements of the operation, else of the document. An empty one (`{}`) makes credentials optional:
 * public.
 */
const readSecurity = (root: Cursor, operation: Cursor): SecurityRequirement[] => {
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
    const location = at.text('in');
    if (location !== 'query' && location !== 'header' && location !== 'cookie')
      throw new PlaceError(at, `security scheme "${name}": "in" must be query, header or cookie`);
    return { kind: 'api-key', name, in: location, key: at.text('name') ?? '' };
  }
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'bearer', name };
  if (type === 'http') {
    const kind = at.text('scheme')?.toLowerCase();
    if (kind === 'bearer' || kind === 'basic') return { kind, name };
  }
  return { kind: 'other', name };
};

/** Members that hold values, schemas, or what is not served as a whole. */
const SKIPPED = new Set([
  ...['schema', 'schemas', 'itemSchema', 'example', 'value', 'dataValue', 'mapping'],
  ...['callbacks', 'webhooks', 'links'],
]);

const OTHER_VALUES = ['value', 'dataValue', 'serializedValue'];

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * Members that say something of messages and are not followed, one finding each. All other members of OpenAPI 3.2 are served or
 * need nothing.
 */
const findUnread = (root: Cursor, isElsewhere: (servers: Cursor) => boolean): readonly Diagnostic[] => {
  const findings: Diagnostic[] = [];
  const tell = ({ pointer }: Cursor, message: string): void => {
    findings.push({ pointer, message, effect: 'served' });
  };

  const look = (at: Cursor, name: string, member: Cursor, isEncoding: boolean): void => {
    switch (name) {
      case 'externalValue':
        if (isText(member.node) && !OTHER_VALUES.some((other) => at.at(other).exists))
          tell(member, '"externalValue" is not read: write the example as "value"');
        break;
      case 'servers':
        if (at.pointer !== '#' && Array.isArray(member.node) && isElsewhere(member))
          tell(
            member,
            'these servers have another path than the first one of the description, under which all is served',
          );
        break;
      case 'itemEncoding':
      case 'prefixEncoding':
        tell(member, `"${name}" is not followed: parts of multipart messages are read by their names`);
        break;
      case 'encoding':
        if (isEncoding) tell(member, 'an "encoding" within another one is not followed: a part is read by its schema');
        break;
    }
  };

  const visit = (at: Cursor, isEncoding: boolean): void => {
    for (const [name, member] of at.entries()) {
      if (SKIPPED.has(name) || name.startsWith('x-')) continue;
      look(at, name, member, isEncoding);
      if (name !== 'encoding') visit(member, false);
      else for (const [, encoding] of member.entries()) visit(encoding, true);
    }
  };
  visit(root, false);
  return findings;
};
