import type { components } from '../../../src/generated/admin-types.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';

export type NextMoves = components['schemas']['OrderMoves'];
export type NextCall = components['schemas']['NextCall'];
export type Journey = components['schemas']['OrderJourney'];

const BOUNDARY = 'a-client-of-its-own';

/** Sends a call as `next` offers it: nothing is added but the token, and the boundary of an upload. */
export const sendCall = (
  api: ApiClient,
  root: string,
  { method, path, headers, body, upload }: Omit<NextCall, 'id' | 'curl' | 'leadsTo'>,
  token: string,
): Promise<ApiAnswer> => {
  const authorization = `Bearer ${token}`;
  if (upload === null)
    return api.call(method, root + path, {
      as: null,
      headers: { authorization, 'idempotency-key': undefined, 'content-type': undefined, ...toLower(headers) },
      // As text, if an amount in it would not survive being parsed.
      ...(body === null ? {} : { body: body }),
    });
  return api.call(method, root + path, {
    as: null,
    headers: {
      authorization,
      ...toLower(headers),
      'content-type': `${headers['Content-Type'] ?? ''}; boundary=${BOUNDARY}`,
    },
    body: toMultipart(upload),
  });
};

/** The client of the tests adds headers in lower case. */
const toLower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const toMultipart = ({ fields, file }: NonNullable<NextCall['upload']>): Uint8Array => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.fileName}"\r\ncontent-type: ${file.contentType}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(file.base64, 'base64'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
};
