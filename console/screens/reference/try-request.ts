import { type ApiResponse, firstClient, sendAsClient } from '../../kit/kit.ts';
import { type Description, type Node, type Operation, entriesOf, text, toList, toNode } from './description.ts';
import { sampleFile } from './sample-file.ts';
import { examplesOf } from './schema-view.tsx';

/** What a person fills in: the parameters by `keyOf`, and `client`, `prefer` and `body`. */
export type Draft = Readonly<Record<string, string>>;

/** Names a parameter: the same name may be in the path and in the query. */
export const keyOf = (parameter: Node): string => `${text(parameter['in'])}:${text(parameter['name'])}`;

export const isKey = (parameter: Node): boolean => text(parameter['name']).toLowerCase() === 'idempotency-key';

/** A key that has not been used before. */
export const drawKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `try-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

/** Needed parameters hold their examples; a key is drawn. */
export const toDraft = (description: Description, operation: Operation): Draft => ({
  ...Object.fromEntries(
    operation.parameters.map((parameter) => [
      keyOf(parameter),
      isKey(parameter)
        ? drawKey()
        : parameter['required'] === true
          ? text(parameter['example'] ?? toNode(parameter['schema'])['example'])
          : '',
    ]),
  ),
  body: sampleBody(description, operation),
});

/** The examples name a seller of the demo: another organization acts for its own. */
export const withOwnSeller = (operation: Operation, draft: Draft, sellers: readonly string[]): Draft => {
  const parameter = operation.parameters.find((candidate) => candidate['x-authorized-partner'] === true);
  const [first] = sellers;
  if (parameter === undefined || first === undefined) return draft;
  const key = keyOf(parameter);
  return sellers.includes(draft[key] ?? '') ? draft : { ...draft, [key]: first };
};

/** The media type of the body, and what the description says of it; undefined without a body. */
const contentOf = ({ body }: Operation) => entriesOf(body['content'])[0];

export const mediaTypeOf = (operation: Operation): string | undefined => contentOf(operation)?.[0];

/** Sent in parts, one of which is a file. */
export const isUpload = (operation: Operation): boolean => mediaTypeOf(operation)?.startsWith('multipart/') === true;

const sampleBody = (description: Description, operation: Operation): string => {
  const [, content = {}] = contentOf(operation) ?? [];
  const value = isUpload(operation)
    ? Object.fromEntries(
        // The required parts beside the file: each its example, or the first value that it may have.
        partsOf(description, content).flatMap(({ name, node, isFile, isRequired }) =>
          isFile || !isRequired ? [] : [[name, node['example'] ?? toList(node['enum'])[0] ?? '']],
        ),
      )
    : examplesOf(description, content)[0]?.value;
  return value === undefined ? '' : JSON.stringify(value, null, 2);
};

/** The parts of a multipart body. */
const partsOf = (description: Description, content: Node) => {
  const schema = description.resolve(content['schema']);
  return entriesOf(schema['properties']).map(([name, member]) => {
    const node = description.resolve(member);
    const isFile =
      node['format'] === 'binary' || node['contentMediaType'] !== undefined || toList(node['type']).length === 0;
    return { name, node, isFile, isRequired: toList(schema['required']).includes(name) };
  });
};

/** Sends a real request of the API, with a token of the client; an upload without a file sends the sample. */
export const sendDraft = async (
  description: Description,
  operation: Operation,
  draft: Draft,
  file: File | undefined,
): Promise<ApiResponse> => {
  const { body: written = '', prefer = '', client } = draft;
  const body = isUpload(operation)
    ? toForm(description, operation, written, file ?? sampleFile())
    : written || undefined;
  const headers = operation.parameters
    .filter((parameter) => parameter['in'] === 'header')
    .map((parameter) => [text(parameter['name']).toLowerCase(), draft[keyOf(parameter)] ?? ''] as const);
  return sendAsClient({
    method: operation.method,
    path: toAddress(description, operation, draft),
    headers: {
      ...Object.fromEntries([...headers, ['prefer', prefer] as const].filter(([, value]) => value !== '')),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
    clientId: client ?? (await firstClient()),
  });
};

const toForm = (description: Description, operation: Operation, written: string, file: File): FormData => {
  const [, content = {}] = contentOf(operation) ?? [];
  const form = new FormData();
  if (written !== '')
    for (const [name, value] of Object.entries(JSON.parse(written) as Node)) form.set(name, text(value));
  form.set(partsOf(description, content).find(({ isFile }) => isFile)?.name ?? 'file', file);
  return form;
};

export const toAddress = ({ basePath }: Description, { path, parameters }: Operation, draft: Draft): string => {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const name = text(parameter['name']);
    const value = draft[keyOf(parameter)] ?? '';
    if (parameter['in'] === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (parameter['in'] === 'query' && value !== '') query.set(name, value);
  }
  return `${basePath}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`;
};
