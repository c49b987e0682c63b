import type { ApiRequest, Reply } from '../../kernel/http.ts';
import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { ApiCall } from './api-call.ts';

/** How the API responded to a call of goto. */
export interface SentCall {
  readonly status: number;
  readonly requestId: string | null;
  /** Why it was refused; undefined if it was not. */
  readonly refusal: string | undefined;
}

export interface SendOptions {
  readonly token: string;
  /** `scheme://host[:port]` of links in the response. */
  readonly origin: string;
}

/** Header that marks the calls of goto in the journal. */
const MARK = ['X-Mock-Sent-By', 'goto'] as const;

/** Sends a call through the pipeline of the API, as one of its clients would, but at no cost to the client's budget. */
export const sendCall = async (
  handle: (request: ApiRequest) => Promise<Reply>,
  call: ApiCall,
  options: SendOptions,
): Promise<SentCall> => {
  const reply = await handle(toRequest(call, options));
  const { status, headers } = reply;
  return {
    status,
    requestId: headers['x-mock-request-id'] ?? null,
    refusal: status < 300 ? undefined : (detailOf(reply) ?? `HTTP ${String(status)}`),
  };
};

const toRequest = ({ method, path, headers, text, upload }: ApiCall, { token, origin }: SendOptions): ApiRequest => {
  const pairs = [
    ['Authorization', `Bearer ${token}`],
    ['Accept', 'application/json'],
    ...Object.entries({ ...headers, ...(upload === undefined ? {} : { 'Content-Type': MULTIPART }) }),
    MARK,
  ] as const;
  const values = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = upload === undefined ? Buffer.from(text ?? '') : toMultipart(upload.fields, upload.file);
  let read: Uint8Array | undefined;
  return {
    method,
    path,
    query: '',
    origin,
    header: (name) => values.get(name),
    headerLines: (name) => {
      const value = values.get(name);
      return value === undefined ? [] : [value];
    },
    readBody: () => Promise.resolve((read = bytes)),
    rawHeaders: pairs.flat(),
    bodyRead: () => read,
    usesNoBudget: true,
  };
};

const BOUNDARY = 'vatmock-goto';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const toMultipart = (fields: Readonly<Record<string, string>>, file: FilePart): Uint8Array => {
  const part = (disposition: string, more = ''): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const plain = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const head = part(`name="${file.field}"; filename="${file.fileName}"`, `Content-Type: ${file.mediaType}\r\n`);
  return Buffer.concat([Buffer.from(plain.join('') + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
};

const detailOf = ({ content }: Reply): string | undefined => {
  if (content === undefined) return undefined;
  const { value } = content;
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
    ? value.detail
    : undefined;
};
