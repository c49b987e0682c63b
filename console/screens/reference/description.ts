import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { CONTROL_PATH, ROOT_PATH, call, fetchGood } from '../../server/call.ts';
import { type Read, useRead } from '../../server/use-call.ts';

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
}

export interface Named {
  readonly name: string;
  readonly node: Node;
}

/** A description with its parts in the order of the file. */
export interface Description {
  readonly kind: Kind;
  readonly title: string;
  /** The path that all operations begin with. */
  readonly basePath: string;
  readonly tags: readonly Named[];
  readonly operations: readonly Operation[];
  readonly events: readonly Named[];
  readonly schemas: readonly Named[];
  readonly headers: readonly Named[];
  readonly problems: readonly Named[];
  /** Follows `$ref`; members beside it, such as a description, win. */
  readonly resolve: (node: unknown) => Node;
}

const FILES: Readonly<Record<Kind, string>> = {
  api: `${ROOT_PATH}/openapi.json`,
  control: `${CONTROL_PATH}/openapi.json`,
};

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
  const response = await fetchGood(FILES[kind], { cache: 'default' });
  return toDescription(kind, (await response.json()) as Node);
};

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

const toDescription = (kind: Kind, file: Node): Description => {
  const components = toNode(file['components']);
  const resolve = (value: unknown): Node => {
    let node = toNode(value);
    for (let steps = 0; typeof node['$ref'] === 'string' && steps < MOST_STEPS; steps++) {
      const { $ref, ...own } = node;
      node = { ...find(file, $ref), ...own };
    }
    return node;
  };
  const operations = Object.entries(toNode(file['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const node = toNode(item)[method];
      return node === undefined ? [] : [toOperation(method, path, toNode(item), toNode(node), resolve)];
    }),
  );
  const server = toNode(toList(file['servers'])[0])['url'];
  return {
    kind,
    title: text(toNode(file['info'])['title']),
    basePath: typeof server === 'string' ? new URL(server, location.origin).pathname.replace(/\/$/, '') : '',
    tags: toList(file['tags']).map((tag) => ({ name: text(toNode(tag)['name']), node: toNode(tag) })),
    operations,
    events: namedIn(file['webhooks']),
    schemas: namedIn(components['schemas']),
    headers: headersIn(components['headers'], operations, resolve),
    problems: toList(file['x-problem-types']).map((problem) => ({
      name: text(toNode(problem)['name']),
      node: toNode(problem),
    })),
    resolve,
  };
};

/** A reference that points to a reference, and so on: more is a loop. */
const MOST_STEPS = 10;

const find = (file: Node, reference: string): Node => {
  let found: unknown = file;
  for (const part of reference.replace(/^#\//, '').split('/'))
    found = toNode(found)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  return toNode(found);
};

const toOperation = (
  method: string,
  path: string,
  item: Node,
  node: Node,
  resolve: Description['resolve'],
): Operation => ({
  id: text(node['operationId']),
  method: method.toUpperCase(),
  path,
  tag: text(toList(node['tags'])[0]),
  summary: text(node['summary']),
  node,
  parameters: [...toList(item['parameters']), ...toList(node['parameters'])].map((parameter) => resolve(parameter)),
});

const namedIn = (value: unknown): readonly Named[] =>
  Object.entries(toNode(value)).map(([name, node]) => ({ name, node: toNode(node) }));

/** Headers of responses by their names on the wire: components have names of their own. */
const headersIn = (
  components: unknown,
  operations: readonly Operation[],
  resolve: Description['resolve'],
): readonly Named[] => {
  const names = new Map<string, Node>();
  for (const { node, parameters } of operations) {
    for (const parameter of parameters) if (parameter['in'] === 'header') names.set(text(parameter['name']), parameter);
    for (const response of Object.values(toNode(node['responses'])))
      for (const [name, header] of Object.entries(toNode(resolve(response)['headers'])))
        if (!names.has(name)) names.set(name, resolve(header));
  }
  return names.size === 0 ? namedIn(components) : [...names].map(([name, node]) => ({ name, node }));
};

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
export const useAssumptions = (): Read<readonly Assumption[]> => useRead(readAll, ['assumptions'], ['state']);

const readAll = async (): Promise<readonly Assumption[]> => {
  const all: Assumption[] = [];
  for (let page = 0; ; page++) {
    const { data, pagination } = await call('GET', '/assumptions', { query: { limit: PAGE, page } });
    all.push(...data);
    if (page + 1 >= pagination.totalPages) return all;
  }
};

/** What the pages of the reference are made of. */
interface Reference {
  readonly description: Description;
  /** The register of assumptions. */
  readonly assumptions: readonly Assumption[];
  /** Reads the register again. */
  readonly again: () => void;
}

const Current = createContext<Reference | undefined>(undefined);

export const ReferenceProvider = Current.Provider;

export const useReference = (): Reference => {
  const current = useContext(Current);
  if (current === undefined) throw new Error('A page of the reference is outside its screen');
  return current;
};
