import { stringify } from 'yaml';
import { isObject } from '../../src/kernel/json.ts';
import type { ListedAssumption } from './assumptions.ts';

type Tree = Readonly<Record<string, unknown>>;
type Keys = readonly string[];

interface Action {
  readonly target: string;
  readonly remove?: true;
  readonly update?: unknown;
}

const treeIn = (node: unknown): Tree => (isObject(node) ? node : {});

/** Assumed as a whole: what has both marks is documented, and an aspect of it is assumed. */
const isAssumed = (node: unknown): boolean => isObject(node) && 'x-assumption' in node && !('x-provenance' in node);

/** Segments of JSONPath as every tool reads them: of RFC 9535, and of what was there before it. */
const pathOf = (keys: Keys): string => `$${keys.map((key) => `['${key}']`).join('')}`;

const write = (title: string, actions: readonly Action[]): string =>
  stringify(
    {
      overlay: '1.0.0',
      info: { title, version: '1.0.0' },
      actions,
    },
    { lineWidth: 0 },
  );

/** Removes what is only assumed. What is documented and has an assumed aspect stays, with its mark. */
export const documentedFacts = (document: Tree): string => {
  const { paths, components } = document;
  const kindsOf = (kind: string): [string, unknown][] => Object.entries(treeIn(treeIn(components)[kind]));
  const assumedRefs = new Set(
    ['parameters', 'responses', 'headers'].flatMap((kind) =>
      kindsOf(kind).flatMap(([name, node]) => (isAssumed(node) ? [`#/components/${kind}/${name}`] : [])),
    ),
  );
  const goes = (node: unknown): boolean => isAssumed(node) || assumedRefs.has(String(treeIn(node)['$ref']));
  const remove = (keys: Keys, filter = ''): Action => ({ target: pathOf(keys) + filter, remove: true });

  const ofOperation = (keys: Keys, operation: Tree): readonly Action[] => {
    if (isAssumed(operation)) return [remove(keys)];
    const parameters = Array.isArray(operation['parameters']) ? (operation['parameters'] as Tree[]) : [];
    const responses = Object.entries(treeIn(operation['responses']));
    const left = responses.filter(([, response]) => !goes(response));
    const usual = operation['x-default-response'];
    return [
      ...(usual !== undefined && !left.some(([status]) => status === usual)
        ? [remove([...keys, 'x-default-response'])]
        : []),
      ...parameters.filter(goes).map((parameter) => {
        const key = '$ref' in parameter ? '$ref' : 'name';
        return remove([...keys, 'parameters'], `[?(@['${key}'] == '${String(parameter[key])}')]`);
      }),
      ...responses.filter(([, response]) => goes(response)).map(([status]) => remove([...keys, 'responses', status])),
      ...left.flatMap(([status, response]) => ofResponse([...keys, 'responses', status], treeIn(response))),
      // A client may rely on none; OpenAPI wants one.
      ...(left.length === 0
        ? [
            {
              target: pathOf([...keys, 'responses']),
              update: { default: { description: 'No response is documented.' } },
            },
          ]
        : []),
    ];
  };
  const ofResponse = (keys: Keys, response: Tree): readonly Action[] =>
    Object.entries(treeIn(response['headers']))
      .filter(([, header]) => goes(header))
      .map(([name]) => remove([...keys, 'headers', name]));

  /** Its assumed members, here and in what it is made of; of a schema that is assumed itself, what it demands and allows. */
  const ofSchema = (keys: Keys, schema: unknown): readonly Action[] => {
    if (Array.isArray(schema)) return [];
    const node = treeIn(schema);
    const properties = Object.entries(treeIn(node['properties']));
    const gone = properties.filter(([, property]) => isAssumed(property)).map(([name]) => name);
    const required = (Array.isArray(node['required']) ? node['required'] : []) as readonly string[];
    const documented = required.filter((name) => !gone.includes(name));
    const demands = isAssumed(node) ? ['required', 'additionalProperties', 'enum'].filter((key) => key in node) : [];
    return [
      ...demands.map((key) => remove([...keys, key])),
      ...gone.map((name) => remove([...keys, 'properties', name])),
      ...(documented.length < required.length && demands.length === 0
        ? [remove([...keys, 'required']), { target: pathOf(keys), update: { required: documented } }]
        : []),
      ...properties
        .filter(([name]) => !gone.includes(name))
        .flatMap(([name, property]) => ofSchema([...keys, 'properties', name], property)),
      ...('items' in node ? ofSchema([...keys, 'items'], node['items']) : []),
    ];
  };

  return write('The documented facts of the Integration API, without what is only assumed', [
    // Most have a member that is assumed.
    ...['paths', 'components'].map((place) => ({ target: `$['${place}']..['examples']`, remove: true as const })),
    ...Object.entries(treeIn(paths)).flatMap(([path, methods]) =>
      Object.entries(treeIn(methods))
        .filter(([, operation]) => isObject(operation))
        .flatMap(([method, operation]) => ofOperation(['paths', path, method], treeIn(operation))),
    ),
    ...kindsOf('responses')
      .filter(([, response]) => !isAssumed(response))
      .flatMap(([name, response]) => ofResponse(['components', 'responses', name], treeIn(response))),
    ...kindsOf('schemas').flatMap(([name, schema]) => ofSchema(['components', 'schemas', name], schema)),
  ]);
};

/** What each `x-assumption` of the description names: the question, and the answer of the stub. */
export const withAssumptions = (assumptions: readonly ListedAssumption[]): string => {
  const texts = assumptions.map(({ id, question, chosen }) => [id, { question, chosen }]);
  const update = { 'x-assumptions': Object.fromEntries(texts) as object };
  return write('The Integration API, with what is assumed', [{ target: '$', update }]);
};
