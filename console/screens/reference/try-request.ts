import { type ApiResponse, firstClient, sendAsClient } from '../../server/api-request.ts';
import { type Description, type Node, type Operation, text, toList, toNode } from './description.ts';
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

export const mediaTypeOf = (description: Description, operation: Operation): string | undefined =>
  Object.keys(toNode(description.resolve(operation.node['requestBody'])['content']))[0];

const sampleBody = (description: Description, operation: Operation): string => {
  const mediaType = mediaTypeOf(description, operation);
  if (mediaType === undefined) return '';
  const content = toNode(toNode(description.resolve(operation.node['requestBody'])['content'])[mediaType]);
  const value = mediaType.startsWith('multipart/')
    ? sampleParts(description, description.resolve(content['schema']))
    : examplesOf(description, content)[0]?.value;
  return value === undefined ? '' : JSON.stringify(value, null, 2);
};

/** The required parts beside the file: each its example, or the first value that it may have. */
const sampleParts = (description: Description, schema: Node): Node => {
  const members = toNode(schema['properties']);
  return Object.fromEntries(
    toList(schema['required']).flatMap((name) => {
      const member = description.resolve(members[text(name)]);
      return isFile(member) ? [] : [[text(name), member['example'] ?? toList(member['enum'])[0] ?? '']];
    }),
  );
};

/** The member of a multipart body that holds the file. */
const fileMember = (description: Description, operation: Operation): string => {
  const mediaType = mediaTypeOf(description, operation) ?? '';
  const content = toNode(toNode(description.resolve(operation.node['requestBody'])['content'])[mediaType]);
  const members = Object.entries(toNode(description.resolve(content['schema'])['properties']));
  return members.find(([, schema]) => isFile(description.resolve(schema)))?.[0] ?? 'file';
};

const isFile = (schema: Node): boolean =>
  schema['format'] === 'binary' || schema['contentMediaType'] !== undefined || toList(schema['type']).length === 0;

/** Sends a real request of the API, with a token of the client; an upload without a file sends the sample. */
export const sendDraft = async (
  description: Description,
  operation: Operation,
  draft: Draft,
  file: File | undefined,
): Promise<ApiResponse> => {
  const body = toBody(description, operation, draft['body'] ?? '', file ?? sampleFile());
  return sendAsClient({
    method: operation.method,
    path: toAddress(description, operation, draft),
    headers: {
      ...headersOf(operation, draft),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
    clientId: draft['client'] ?? (await firstClient()),
  });
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

const headersOf = ({ parameters }: Operation, draft: Draft): Record<string, string> =>
  Object.fromEntries(
    [
      ...parameters
        .filter((parameter) => parameter['in'] === 'header')
        .map((parameter) => [text(parameter['name']).toLowerCase(), draft[keyOf(parameter)] ?? ''] as const),
      ['prefer', draft['prefer'] ?? ''] as const,
    ].filter(([, value]) => value !== ''),
  );

const toBody = (
  description: Description,
  operation: Operation,
  body: string,
  file: File,
): string | FormData | undefined => {
  const mediaType = mediaTypeOf(description, operation);
  if (mediaType === undefined) return undefined;
  if (!mediaType.startsWith('multipart/')) return body === '' ? undefined : body;
  const form = new FormData();
  if (body !== '') for (const [name, value] of Object.entries(JSON.parse(body) as Node)) form.set(name, text(value));
  form.set(fileMember(description, operation), file);
  return form;
};
