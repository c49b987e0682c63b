import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { CONTROL_PATH, ROOT_PATH, type Read, call, fetchGood, isForeign, session, useRead } from '../../kit/kit.ts';

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
  /** Of the path and of the operation, resolved. */
  readonly parameters: readonly Node[];
  /** Resolved; empty without a body. */
  readonly body: Node;
  /** Resolved, by status. */
  readonly responses: Readonly<Record<string, Node>>;
}

export interface Named {
  readonly name: string;
  readonly node: Node;
}

/** A description with its parts in the order of the file. */
export type Description = ReturnType<typeof toDescription>;

const loaded = new Map<Kind, Promise<Description>>();

/** Descriptions do not change while the server runs: each is read once. */
const load = (kind: Kind): Promise<Description> => {
  const known = loaded.get(kind);
  if (known !== undefined) return known;
  const read = readDescription(kind);
  loaded.set(kind, read);
  read.catch(() => loaded.delete(kind));
  return read;
};

export const useDescription = (kind: Kind): Read<Description> => useRead(() => load(kind), ['description', kind]);

const readDescription = async (kind: Kind): Promise<Description> => {
  if (kind === 'api' && isForeign.value) return toDescription(kind, await readOperations());
  const response = await fetchGood(`${kind === 'api' ? ROOT_PATH : CONTROL_PATH}/openapi.json`, { cache: 'default' });
  return toDescription(kind, (await response.json()) as Node);
};

/** The server passes on no description but the bundled ones: of another it lists the operations, without their schemas. */
const readOperations = async (): Promise<Node> => {
  const { basePath, data } = await call('GET', '/operations');
  const paths: Record<string, Record<string, Node>> = {};
  for (const { path, method, tag, body, statuses, ...more } of data)
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...more,
      tags: [tag ?? OTHERS],
      requestBody: body && {
        content: { [body.mediaType]: { examples: Object.fromEntries(body.examples.map((each) => [each.name, each])) } },
      },
      responses: Object.fromEntries(statuses.map((each) => [each.status, each])),
      security: more.public ? [] : undefined,
    };
  const tags = [...new Set(data.map(({ tag }) => tag ?? OTHERS))].map((name) => ({ name }));
  return { info: { title: session.value?.server.title }, servers: [{ url: basePath }], paths, tags };
};

/** Of operations without a tag. */
const OTHERS = 'Operations';

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'query'];

/** A reference that points to a reference, and so on: more is a loop. */
const MOST_STEPS = 10;

const toDescription = (kind: Kind, file: Node) => {
  const components = toNode(file['components']);
  const find = (reference: string): Node => {
    let found: unknown = file;
    for (const part of reference.replace(/^#\//, '').split('/'))
      found = toNode(found)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
    return toNode(found);
  };
  /** Follows `$ref`; members beside it, such as a description, win. */
  const resolve = (value: unknown): Node => {
    let node = toNode(value);
    for (let steps = 0; typeof node['$ref'] === 'string' && steps < MOST_STEPS; steps++) {
      const { $ref, ...own } = node;
      node = { ...find($ref), ...own };
    }
    return node;
  };
  const operations = entriesOf(file['paths']).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method): Operation => {
      const node = toNode(item[method]);
      return {
        ...{ method: method.toUpperCase(), path, node },
        id: text(node['operationId']),
        tag: text(toList(node['tags'])[0]),
        summary: text(node['summary']) || text(node['operationId']),
        parameters: [...toList(item['parameters']), ...toList(node['parameters'])].map(resolve),
        body: resolve(node['requestBody']),
        responses: Object.fromEntries(
          entriesOf(node['responses']).map(([status, response]) => [status, resolve(response)]),
        ),
      };
    }),
  );
  // Headers by their names on the wire: components have names of their own.
  const headers = new Map<string, Node>();
  for (const { parameters, responses } of operations) {
    for (const parameter of parameters)
      if (parameter['in'] === 'header') headers.set(text(parameter['name']), parameter);
    for (const response of Object.values(responses))
      for (const [name, header] of entriesOf(response['headers']))
        if (!headers.has(name)) headers.set(name, resolve(header));
  }
  const server = toNode(toList(file['servers'])[0])['url'];
  return {
    ...{ kind, operations, resolve },
    title: text(toNode(file['info'])['title']),
    /** The path that all operations begin with. */
    basePath: typeof server === 'string' ? new URL(server, location.origin).pathname.replace(/\/$/, '') : '',
    tags: namedIn(file['tags']),
    events: toNamed(entriesOf(file['webhooks'])),
    schemas: toNamed(entriesOf(components['schemas'])),
    headers: toNamed(headers.size === 0 ? entriesOf(components['headers']) : [...headers]),
    problems: namedIn(file['x-problem-types']),
  };
};

const toNamed = (entries: readonly (readonly [string, Node])[]): readonly Named[] =>
  entries.map(([name, node]) => ({ name, node }));

/** Parts of a list that have their names inside. */
const namedIn = (list: unknown): readonly Named[] =>
  toList(list).map((each) => ({ name: text(toNode(each)['name']), node: toNode(each) }));

export const entriesOf = (value: unknown): readonly (readonly [string, Node])[] =>
  Object.entries(toNode(value)).map(([name, node]) => [name, toNode(node)] as const);

export const toNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};

export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** Ids of the assumptions that a part rests on. */
export const assumptionsOf = (node: Node): readonly string[] => toList(node['x-assumption']).map(text);

const PAGE = 100;

/** The whole register; switches may differ between sandboxes, so it is read anew by each screen. */
export const useAssumptions = (): Read<readonly Assumption[]> =>
  useRead(readAll, isForeign.value ? null : ['assumptions'], ['state']);

const readAll = async (): Promise<readonly Assumption[]> => {
  const all: Assumption[] = [];
  for (let page = 0; ; page++) {
    const { data, pagination } = await call('GET', '/assumptions', { query: { limit: PAGE, page } });
    all.push(...data);
    if (page + 1 >= pagination.totalPages) return all;
  }
};

/** What the pages of the reference are made of: a description, and the register of assumptions. */
const Current = createContext<
  { readonly description: Description; readonly assumptions: readonly Assumption[] } | undefined
>(undefined);

export const ReferenceProvider = Current.Provider;

export const useReference = () => {
  const current = useContext(Current);
  if (current === undefined) throw new Error('A page of the reference is outside its screen');
  return current;
};
