import { type ApiResponse, sendAsClient } from '../../server/api-request.ts';
import { type Description, type Node, type Operation, text, toList, toNode } from './description.ts';
import { examplesOf } from './schema-view.tsx';

/** What a person fills in. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  readonly prefer: string;
  readonly body: string;
  /** Of an upload; the sample if undefined. */
  readonly file: File | undefined;
}

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
  values: Object.fromEntries(
    operation.parameters.map((parameter) => [
      keyOf(parameter),
      isKey(parameter)
        ? drawKey()
        : parameter['required'] === true
          ? text(parameter['example'] ?? toNode(parameter['schema'])['example'])
          : '',
    ]),
  ),
  prefer: '',
  body: sampleBody(description, operation),
  file: undefined,
});

/** The examples name a seller of the demo: another organization acts for its own. */
export const withOwnSeller = (operation: Operation, draft: Draft, sellers: readonly string[]): Draft => {
  const parameter = operation.parameters.find((candidate) => candidate['x-authorized-partner'] === true);
  const [first] = sellers;
  if (parameter === undefined || first === undefined) return draft;
  const key = keyOf(parameter);
  if (sellers.includes(draft.values[key] ?? '')) return draft;
  return { ...draft, values: { ...draft.values, [key]: first } };
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

/** Sends a real request of the API, with a token of the client. */
export const sendDraft = (
  description: Description,
  operation: Operation,
  draft: Draft,
  clientId: string,
): Promise<ApiResponse> => {
  const body = toBody(description, operation, draft);
  return sendAsClient({
    method: operation.method,
    path: toAddress(description, operation, draft),
    headers: {
      ...headersOf(operation, draft),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(draft.prefer === '' ? {} : { prefer: draft.prefer }),
    },
    body,
    clientId,
  });
};

export const toAddress = ({ basePath }: Description, { path, parameters }: Operation, { values }: Draft): string => {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const name = text(parameter['name']);
    const value = values[keyOf(parameter)] ?? '';
    if (parameter['in'] === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (parameter['in'] === 'query' && value !== '') query.set(name, value);
  }
  return `${basePath}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`;
};

const headersOf = ({ parameters }: Operation, { values }: Draft): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter['in'] === 'header' && (values[keyOf(parameter)] ?? '') !== '')
      .map((parameter) => [text(parameter['name']).toLowerCase(), values[keyOf(parameter)] ?? '']),
  );

const toBody = (description: Description, operation: Operation, draft: Draft): string | FormData | undefined => {
  const mediaType = mediaTypeOf(description, operation);
  if (mediaType === undefined) return undefined;
  if (!mediaType.startsWith('multipart/')) return draft.body === '' ? undefined : draft.body;
  const form = new FormData();
  if (draft.body !== '')
    for (const [name, value] of Object.entries(JSON.parse(draft.body) as Node)) form.set(name, text(value));
  form.set(fileMember(description, operation), draft.file ?? sampleFile());
  return form;
};

const CONTENT = 'BT /F1 24 Tf 72 720 Td (A sample document) Tj ET';

const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${String(CONTENT.length)} >>\nstream\n${CONTENT}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];

export const SAMPLE_NAME = 'sample.pdf';

/** A PDF of one page, for an upload without a file at hand. */
export const sampleFile = (): File => {
  let text = '%PDF-1.4\n';
  const places = OBJECTS.map((object, index) => {
    const place = text.length;
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = String(OBJECTS.length + 1);
  const start = String(text.length);
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new File([text], SAMPLE_NAME, { type: 'application/pdf' });
};
