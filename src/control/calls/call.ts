import type { Contract, Operation } from '../../engine/contract/contract.ts';
import type { FilePart } from '../../engine/message/decoded-body.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { ApiRequest, Handle, Reply } from '../../kernel/http.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import { madeRequest } from '../../kernel/made-request.ts';
import type { Upload } from '../../vat/moves/move.ts';

/** A call of the imitated API or of the control API, ready to be sent by a client of a sandbox. */
export interface Call {
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

interface CallContents extends Partial<Pick<Call, 'headers' | 'body' | 'upload'>> {
  /** Of the path, and of the query. */
  readonly params: Readonly<Record<string, string>>;
  /** The Idempotency-Key, if the operation takes one and the headers have none. */
  readonly drawKey: () => string;
}

type Description = Pick<Contract, 'operations' | 'basePath'>;

/** Composes calls with the methods and paths of a description. */
export const createComposeCall = ({ operations, basePath }: Description) => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (operationId: string, { params, headers = {}, body, upload, drawKey }: CallContents): Call => {
    const operation = byId.get(operationId);
    if (operation === undefined) throw new Error(`the description has no operation ${operationId}`);
    const text = body === undefined ? undefined : stringifyJson(body);
    const inQuery = Object.entries(params).filter(([name]) => !takes(operation, 'path', name));
    return {
      operationId,
      method: operation.method,
      path: basePath + fillPath(operation.path, params),
      query: new URLSearchParams(inQuery).toString(),
      headers: {
        ...(takes(operation, 'header', IDEMPOTENCY_KEY) && !has(headers, IDEMPOTENCY_KEY)
          ? { 'Idempotency-Key': drawKey() }
          : {}),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(upload === undefined ? {} : { 'Content-Type': 'multipart/form-data' }),
        ...headers,
      },
      ...{ text, body, upload },
    };
  };
};

export type ComposeCall = ReturnType<typeof createComposeCall>;

const IDEMPOTENCY_KEY = 'idempotency-key';

const takes = ({ parameters }: Operation, place: string, name: string): boolean =>
  parameters.some((parameter) => parameter.in === place && parameter.name === name);

const has = (headers: Call['headers'], name: string): boolean =>
  Object.keys(headers).some((own) => own.toLowerCase() === name);

export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));

/** An access token of a client of the organization with this sandbox; undefined if no client can get one. */
export type TokenFor = (sandbox: string, origin: string) => Promise<string | undefined>;

interface Sending {
  readonly sandbox: string;
  /** `scheme://host[:port]` of links in the response. */
  readonly origin: string;
  /** What sends it, for the journal: the value of its `X-Mock-Sent-By`. */
  readonly sentBy: 'goto' | 'show';
  readonly tokenFor: TokenFor;
  /** Handles requests to the API. */
  readonly handle: Handle;
}

/** Sends a call through the pipeline of its API, as a client would, but at no cost to the client's budget. */
export const sendCall = async (
  { method, path, query, headers, text, upload }: Call,
  { sandbox, origin, sentBy, tokenFor, handle }: Sending,
): Promise<{ readonly request: ApiRequest; readonly reply: Reply }> => {
  // For each call: the clock may have moved beyond the life of an earlier one.
  const token = await tokenFor(sandbox, origin);
  if (token === undefined)
    throw plainProblem(409, {
      detail: 'The organization has no client that can get a token: enable one with PATCH /__admin/clients/{clientId}.',
    });
  const request = madeRequest({
    ...{ method, path, query, origin, usesNoBudget: true },
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
  return { request, reply: await handle(request) };
};

const BOUNDARY = 'vatmock-sample';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const toMultipart = (fields: Readonly<Record<string, string>>, file: FilePart): Uint8Array => {
  const part = (disposition: string, more = ''): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const plain = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const head = part(`name="${file.field}"; filename="${file.fileName}"`, `Content-Type: ${file.mediaType}\r\n`);
  return Buffer.concat([Buffer.from(plain.join('') + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
};
