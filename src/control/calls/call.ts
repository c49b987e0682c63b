import { type Contract, fillPath, takes } from '../../engine/contract/contract.ts';
import type { FilePart } from '../../engine/message/message.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import { type ApiRequest, type Handle, type Reply, madeRequest } from '../../kernel/http.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import type { Upload } from '../../vat/moves/move.ts';

/** The API that is called: the imitated one as a client, or the control API. */
export type CalledApi = 'service' | 'control';

/** A call of an operation, ready to be sent by a client of a sandbox. */
export interface Call {
  readonly api: CalledApi;
  readonly operationId: string;
  readonly method: string;
  /** Below the root of the server, base path included. */
  readonly path: string;
  readonly query: string;
  /** All but the token; an upload has a boundary to add. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body as text; undefined if there is none. */
  readonly text: string | undefined;
  readonly body: object | Json | undefined;
  readonly upload: Upload | undefined;
}

export interface CallContents extends Partial<Pick<Call, 'headers' | 'body' | 'upload'>> {
  /** Of the path, and of the query. */
  readonly params: Readonly<Record<string, string>>;
  /** The Idempotency-Key, if the operation takes one and the headers have none. */
  readonly drawKey?: () => string;
}

export type Player = ReturnType<typeof createPlayer>;

/** Composes calls with the methods and paths of the descriptions, and makes them as a client would. */
export const createPlayer = ({
  contracts,
  handle,
  tokenFor,
}: {
  readonly contracts: Readonly<Record<CalledApi, Contract>>;
  readonly handle: Readonly<Record<CalledApi, Handle>>;
  /** An access token of a client of the organization with this sandbox; undefined if no client can get one. */
  readonly tokenFor: (sandbox: string, origin: string) => Promise<string | undefined>;
}) => ({
  compose: (
    api: CalledApi,
    operationId: string,
    { params, headers = {}, body, upload, drawKey }: CallContents,
  ): Call => {
    const { operations, basePath } = contracts[api];
    const operation = operations.find(({ id }) => id === operationId);
    if (operation === undefined) throw new Error(`the description has no operation ${operationId}`);
    const text = body === undefined ? undefined : stringifyJson(body);
    const inQuery = Object.entries(params).filter(([name]) => !takes(operation, 'path', name));
    return {
      api,
      operationId,
      method: operation.method,
      path: basePath + fillPath(operation.path, params),
      query: new URLSearchParams(inQuery).toString(),
      headers: {
        ...(drawKey && takes(operation, 'header', IDEMPOTENCY_KEY) && !has(headers, IDEMPOTENCY_KEY)
          ? { 'Idempotency-Key': drawKey() }
          : {}),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(upload === undefined ? {} : { 'Content-Type': 'multipart/form-data' }),
        ...headers,
      },
      text,
      body,
      upload,
    };
  },
  /**
   * Sends a call through the pipeline of its API, at no cost to the client's budget. `origin` is that of links in the response;
   * `sentBy`, what sends it, is the value of its `X-Mock-Sent-By` in the journal.
   */
  send: async (
    { api, method, path, query, headers, text, upload }: Call,
    {
      sandbox,
      origin,
      sentBy,
    }: { readonly sandbox: string; readonly origin: string; readonly sentBy: 'goto' | 'show' },
  ): Promise<{ readonly request: ApiRequest; readonly reply: Reply }> => {
    // For each call: the clock may have moved beyond the life of an earlier one.
    const token = await tokenFor(sandbox, origin);
    if (token === undefined)
      throw plainProblem(409, {
        detail:
          'The organization has no client that can get a token: enable one with PATCH /__admin/clients/{clientId}.',
      });
    const request = madeRequest({
      method,
      path,
      query,
      origin,
      usesNoBudget: true,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ...Object.entries({
          ...(has(headers, 'accept') ? {} : { Accept: 'application/json' }),
          ...headers,
          ...(upload === undefined ? {} : { 'Content-Type': MULTIPART }),
        }),
        ['X-Mock-Sent-By', sentBy],
      ],
      body: upload === undefined ? Buffer.from(text ?? '') : toMultipart(upload.fields, upload.file),
    });
    return { request, reply: await handle[api](request) };
  },
});

const IDEMPOTENCY_KEY = 'idempotency-key';

const has = (headers: Call['headers'], name: string): boolean =>
  Object.keys(headers).some((own) => own.toLowerCase() === name);

const BOUNDARY = 'vatmock-sample';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const toMultipart = (fields: Readonly<Record<string, string>>, file: FilePart): Uint8Array => {
  const part = (disposition: string, more = ''): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const plain = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const head = part(`name="${file.field}"; filename="${file.fileName}"`, `Content-Type: ${file.mediaType}\r\n`);
  return Buffer.concat([Buffer.from(plain.join('') + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
};
