import type { Contract, Operation } from '../../src/engine/contract/contract.ts';
import { valueAt } from '../../src/kernel/json-pointer.ts';
import { type Tree, examplesOf, follow, treeAt } from './description.ts';

/** A request that fits the description, ready for `fetch` or for `mock.handle`. */
export interface ValidRequest {
  readonly method: string;
  /** Below the base path, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
}

export type BuildRequest = (operation: Operation, headers?: Readonly<Record<string, string>>) => ValidRequest;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: unknown;
}

interface SampledSchema {
  readonly examples?: readonly Sample[];
  readonly const?: Sample;
  readonly enum?: readonly Sample[];
  readonly default?: Sample;
}

type Sample = string | number | boolean;

/** A seller of the client that is not limited, `api-client-enterprise`; the examples are another organization's. */
export const REQUEST_SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';

/** The smallest file that anybody would take for a PDF. */
const UPLOAD = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });

/**
 * Builds requests from the description alone: path, query and required headers from the examples of the parameters,
 * the body from its first example, a form from its schema. Optional headers stay out, since they make a request depend
 * on what was stored before. Every write has a key of its own.
 */
export const createRequestBuilder = ({ document }: Contract): BuildRequest => {
  let keys = 0;

  const parametersOf = ({ pointer }: Operation): Parameter[] =>
    [pointer.slice(0, pointer.lastIndexOf('/')), pointer]
      .flatMap((place) => treeAt(valueAt(document, place))['parameters'] ?? [])
      .map((parameter) => follow(document, parameter) as unknown as Parameter);

  const valueOf = (parameter: Parameter): string => {
    if (parameter.name === 'sellerId') return REQUEST_SELLER;
    if (parameter.name === 'Idempotency-Key') return `valid-request-${String(++keys)}`;
    return sampleOf(document, parameter);
  };

  return (operation, headers = {}) => {
    const parameters = parametersOf(operation);
    const valuesIn = (place: string): [string, string][] =>
      parameters
        .filter((parameter) => parameter.in === place && (place !== 'header' || parameter.required === true))
        .map((parameter) => [parameter.name, valueOf(parameter)]);

    const path = valuesIn('path').reduce(
      (template, [name, value]) => template.replace(`{${name}}`, encodeURIComponent(value)),
      operation.path,
    );
    const query = new URLSearchParams(valuesIn('query')).toString();
    const { body, contentType } = bodyOf(document, operation);
    return {
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: {
        ...Object.fromEntries(valuesIn('header')),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...headers,
      },
      body,
    };
  };
};

/** The first example of a parameter, else what its schema names. */
const sampleOf = (document: Tree, parameter: Parameter): string => {
  const [example] = examplesOf(document, { ...parameter });
  return example === undefined ? ofSchema(document, parameter.schema, parameter.name) : String(example.value);
};

const ofSchema = (document: Tree, node: unknown, name: string): string => {
  const { examples = [], const: only, enum: values = [], default: fallback } = follow(document, node) as SampledSchema;
  const sample = examples[0] ?? only ?? values[0] ?? fallback;
  if (sample === undefined) throw new Error(`"${name}" has no example in the description`);
  return String(sample);
};

/** A form announces its own media type, which holds the boundary. */
const bodyOf = (
  document: Tree,
  { id, requestBody }: Operation,
): { body: ValidRequest['body']; contentType?: string } => {
  const [content] = requestBody?.contents ?? [];
  if (content === undefined) return { body: undefined };
  const { mediaType, schema, examples } = content;
  if (mediaType === 'multipart/form-data') return { body: formOf(document, treeAt(schema?.schema)) };
  const [example] = examples;
  if (example === undefined) throw new Error(`the body of ${id} has no example in the description`);
  return { body: JSON.stringify(example.value), contentType: mediaType };
};

/** The parts that must be there. */
const formOf = (document: Tree, schema: Tree): FormData => {
  const form = new FormData();
  for (const name of schema['required'] as readonly string[]) {
    const property = follow(document, treeAt(schema, 'properties')[name]);
    if (property['contentMediaType'] !== undefined) form.set(name, UPLOAD, 'example.pdf');
    else form.set(name, ofSchema(document, property, name));
  }
  return form;
};
