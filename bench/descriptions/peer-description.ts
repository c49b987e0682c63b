import { loadDocument } from '../../src/engine/contract/load-document.ts';
import { packageFile } from '../../src/edges/files/package-files.ts';
import { type Json, at, copyJson, isObject } from './json.ts';

/** The description that all peers serve, and the answers in it that those get which read no description. */
export interface PeerDescription {
  readonly document: Json;
  readonly organization: unknown;
  readonly order: unknown;
  readonly invalid: unknown;
  /** The schema of an order's body, by itself. */
  readonly orderSchema: Json;
}

export const ORDERS_PATH = '/partners/{sellerId}/orders';

const exampleOf = (document: Json, path: string, method: string, status: string): unknown => {
  const content = at(document, 'paths', path, method, 'responses', status, 'content');
  const [mediaType = ''] = Object.keys(content);
  const examples = at(content, mediaType, 'examples');
  return at({ ...document, examples }, 'examples', Object.keys(examples)[0] ?? '')['value'];
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Each operation that a path has, with its path and method. */
export const operationsOf = (document: Json): readonly { path: string; method: string; operation: Json }[] =>
  Object.entries(at(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {})
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );

/** The first success of an operation, with its first example. */
export const successOf = (document: Json, path: string, method: string): { status: string; example: unknown } => {
  const responses = at(document, 'paths', path, method, 'responses');
  const status = Object.keys(responses).find((each) => each.startsWith('2')) ?? '200';
  return { status, example: exampleOf(document, path, method, status) };
};

/**
 * A copy of our description that every peer can serve, in one file. Left out is what would make the work unequal:
 * - members beginning with `x-`, which only we read;
 * - `webhooks`, which nobody answers;
 * - the headers of answers, of which each peer makes something else (Mockoon logs an error for every number);
 * - the 200 of createOrder ("the same body was sent before"), which Prism would answer instead of the 201.
 */
const makePeerDocument = async (): Promise<Json> => {
  const { document } = await loadDocument(packageFile('spec', 'openapi.yaml'));
  const { webhooks: _, ...rest } = document;
  const copy = copyJson(rest, (name, value) => (name.startsWith('x-') ? undefined : value)) as Json;
  for (const { operation } of operationsOf(copy))
    for (const status of Object.keys(at(operation, 'responses')))
      at(operation, 'responses')[status] = withoutHeaders(at({ ...copy, operation }, 'operation', 'responses', status));
  delete at(copy, 'paths', ORDERS_PATH, 'post', 'responses')['200'];
  return copy;
};

const withoutHeaders = ({ headers: _, ...response }: Json): Json => response;

/** A schema that needs no document around it. */
const selfContained = (document: Json, name: string): Json => ({
  $ref: `#/$defs/${name}`,
  $defs: copyJson(at(document, 'components', 'schemas'), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/components/schemas/', '#/$defs/') : value,
  ),
});

export const makePeerDescription = async (): Promise<PeerDescription> => {
  const document = await makePeerDocument();
  return {
    document,
    organization: exampleOf(document, '/me', 'get', '200'),
    order: exampleOf(document, ORDERS_PATH, 'post', '201'),
    invalid: exampleOf(document, ORDERS_PATH, 'post', '422'),
    orderSchema: selfContained(document, 'OrderCreateRequest'),
  };
};
