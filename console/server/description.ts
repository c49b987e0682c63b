import { decode } from './address.ts';
import { CONTROL_PATH, call, sendJson } from './call.ts';
import { session } from './session.ts';
import { type Read, useRead } from './use-call.ts';

/** A part of an OpenAPI description; what is read of it is checked where it is read. */
export type Node = Readonly<Record<string, unknown>>;

/** Which description: the API that is imitated, or the stub's own control API. */
type Kind = 'api' | 'control';

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly node: Node;
  /** Of the path and of the operation. */
  readonly parameters: readonly Member[];
  /** Resolved; empty without a body. */
  readonly body: Node;
  /** Resolved, by status. */
  readonly responses: Readonly<Record<string, Node>>;
  /** The security schemes of the first alternative, resolved; none if it is public. */
  readonly schemes: readonly Node[];
}

/** A member of an object, a parameter or a header. */
export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  /** Of a parameter: "path", "query" or "header"; else empty. */
  readonly where: string;
  /** What describes it, resolved. */
  readonly about: Node;
}

export interface Named {
  readonly name: string;
  readonly node: Node;
}

/** A description with its parts in the order of the file. */
export type Description = ReturnType<typeof toDescription>;

const loaded = new Map<Kind, Promise<Description>>();

/** Descriptions do not change while the server runs: each is read once. */
export const readDescription = (kind: Kind): Promise<Description> => {
  const known = loaded.get(kind);
  if (known !== undefined) return known;
  const file = kind === 'api' ? call('GET /description') : sendJson('GET', `${CONTROL_PATH}/openapi.json`);
  const read = file.then((document) => toDescription(kind, toNode(document)));
  loaded.set(kind, read);
  read.catch(() => loaded.delete(kind));
  return read;
};

export const useDescription = (kind: Kind): Read<Description> =>
  useRead(() => readDescription(kind), ['description', kind]);

/** Of operations without a tag. */
const OTHERS = 'Operations';

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'query'];

/** Follows `$ref` within a file; members beside it, such as a description, win. */
export const createResolve = (file: Node) => {
  const find = (reference: string): Node =>
    reference
      .replace(/^#\//, '')
      .split('/')
      .reduce((found, part) => toNode(found[toName(part)]), file);
  const resolve = (value: unknown, depth = 0): Node => {
    const { $ref, ...own } = toNode(value);
    // A reference that points to a reference, and so on: more is a loop.
    return typeof $ref === 'string' && depth < 10 ? { ...resolve(find($ref), depth + 1), ...own } : own;
  };
  return resolve;
};

const toDescription = (kind: Kind, file: Node) => {
  const { paths, tags: listed, webhooks, info, security: usual, components, 'x-problem-types': problems } = file;
  const { schemas, securitySchemes } = toNode(components);
  const resolve = createResolve(file);
  const schemesOf = (security: unknown): readonly Node[] => {
    const alternatives = toList(security).map((each) => Object.keys(toNode(each)));
    const isPublic = alternatives.some(({ length }) => length === 0);
    return isPublic ? [] : (alternatives[0] ?? []).map((name) => resolve(toNode(securitySchemes)[name]));
  };
  const toParameter = (written: unknown): Member => {
    const about = resolve(written);
    const { in: where, name, schema, required } = about;
    return { name: text(name), where: text(where), schema, isRequired: required === true, about };
  };
  const ids = new Set<string>();
  const operations = entriesOf(paths).flatMap(([path, written]) => {
    const item = resolve(written);
    return METHODS.filter((name) => item[name] !== undefined).map((name): Operation => {
      const node = toNode(item[name]);
      const { operationId, tags, summary, requestBody, responses, security = usual } = node;
      const method = name.toUpperCase();
      const own = text(operationId);
      // As the server calls one without an id, or with that of another.
      const id = own === '' || ids.has(own) ? `${method} ${path}` : own;
      ids.add(id);
      const parameters = [...toList(item['parameters']), ...toList(node['parameters'])].map(toParameter);
      return {
        id,
        method,
        path,
        node,
        tag: text(toList(tags)[0]) || OTHERS,
        summary: text(summary) || own || path,
        // That of the operation counts where the path has one of the same name.
        parameters: [...new Map(parameters.map((each) => [`${each.where} ${each.name}`, each])).values()],
        body: resolve(requestBody),
        responses: Object.fromEntries(entriesOf(responses).map(([status, response]) => [status, resolve(response)])),
        schemes: schemesOf(security),
      };
    });
  });
  // Headers by their names on the wire: components have names of their own.
  const headers = new Map<string, Node>();
  for (const { parameters, responses } of operations) {
    for (const { where, name, about } of parameters) if (where === 'header') headers.set(name, about);
    for (const response of Object.values(responses))
      for (const [name, header] of entriesOf(response['headers']))
        if (!headers.has(name)) headers.set(name, resolve(header));
  }
  const described = namedIn(listed);
  const tags = new Set([...described.map(({ name }) => name), ...operations.map(({ tag }) => tag)]);
  return {
    kind,
    operations,
    resolve,
    title: text(toNode(info)['title']),
    /** The path that all operations begin with. */
    basePath:
      kind === 'api'
        ? new URL(session.value?.server.baseUrl ?? location.href).pathname.replace(/\/$/, '')
        : CONTROL_PATH,
    tags: [...tags].map((tag): Named => described.find(({ name }) => name === tag) ?? { name: tag, node: {} }),
    events: toNamed(entriesOf(webhooks)),
    schemas: toNamed(entriesOf(schemas)),
    headers: toNamed([...headers]),
    problems: namedIn(problems),
  };
};

/** A part of a reference: a JSON pointer in a fragment (RFC 6901, section 6). */
const toName = (part: string): string => decode(part).replaceAll('~1', '/').replaceAll('~0', '~');

const toNamed = (entries: readonly (readonly [string, Node])[]): readonly Named[] =>
  entries.map(([name, node]) => ({ name, node }));

/** Parts of a list that have their names inside. */
const namedIn = (list: unknown): readonly Named[] =>
  toList(list).map((each) => ({ name: text(toNode(each)['name']), node: toNode(each) }));

export const entriesOf = (value: unknown): readonly (readonly [string, Node])[] =>
  Object.entries(toNode(value)).map(([name, node]) => [name, toNode(node)]);

export const toNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};

export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** The media type of a body, and what the description says of it; undefined without a body. */
export const contentOf = ({ body }: Operation) => entriesOf(body['content'])[0];

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Of a media type: its own, else that of its schema. */
export const examplesOf = ({ resolve }: Description, content: Node): readonly Example[] => {
  const schema = resolve(content['schema']);
  const plain = [content['example'], schema['example'], toList(schema['examples'])[0]].find(
    (each) => each !== undefined,
  );
  const named = entriesOf(content['examples']).map(([name, example]) => {
    const { summary, value } = resolve(example);
    return { summary: text(summary) || name, value };
  });
  return named.length > 0 || plain === undefined ? named : [{ summary: 'Example', value: plain }];
};
