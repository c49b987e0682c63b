import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import { madeRequest } from '../../kernel/made-request.ts';
import type { ApiCall } from './api-call.ts';

export interface CallOptions {
  readonly token: string;
  /** `scheme://host[:port]` of links in the response. */
  readonly origin: string;
  /** What sends it, for the journal: the value of its `X-Mock-Sent-By`. */
  readonly sentBy: 'goto' | 'show';
}

export type SentRequest = Pick<ApiCall, 'method' | 'path' | 'headers' | 'text' | 'upload'> & {
  readonly query?: string;
};

/** A call of the API as a request that arrives, at no cost to the client's budget. */
export const toRequest = (
  { method, path, query = '', headers, text, upload }: SentRequest,
  { token, origin, sentBy }: CallOptions,
): ApiRequest =>
  madeRequest({
    ...{ method, path, query, origin, usesNoBudget: true },
    headers: [
      ['Authorization', `Bearer ${token}`],
      ...Object.entries({
        ...(hasAccept(headers) ? {} : { Accept: 'application/json' }),
        ...headers,
        ...(upload === undefined ? {} : { 'Content-Type': MULTIPART }),
      }),
      ['X-Mock-Sent-By', sentBy],
    ],
    body: upload === undefined ? Buffer.from(text ?? '') : toMultipart(upload.fields, upload.file),
  });

const hasAccept = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'accept');

const BOUNDARY = 'vatmock-sample';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const toMultipart = (fields: Readonly<Record<string, string>>, file: FilePart): Uint8Array => {
  const part = (disposition: string, more = ''): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const plain = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const head = part(`name="${file.field}"; filename="${file.fileName}"`, `Content-Type: ${file.mediaType}\r\n`);
  return Buffer.concat([Buffer.from(plain.join('') + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
};
