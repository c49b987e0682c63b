import { request } from 'node:http';
import { type StartedMock, startMock } from './start-mock.ts';
import { createTempFolder } from './temp-folder.ts';

/** As the text of JSON, so that numbers may have any digits. */
export interface DescribedOperation {
  /** The rest of its path template, such as `/{id}`. */
  readonly path?: string;
  /** A Parameter Object. */
  readonly parameter?: string;
  /** The `content` of its request body. */
  readonly requestContent?: string;
  /** The `content` of its response, which has none without. */
  readonly responseContent?: string;
  /** Its whole Responses Object instead. */
  readonly responses?: string;
}

export interface Sent {
  /** What follows the number of the operation, sent as it is. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ServedOperations extends Pick<StartedMock, 'mock' | 'stop'> {
  readonly send: (operation: number, sent?: Sent) => Promise<Answered>;
}

/** A server for operations that are written as text: `/0`, `/1` and so on. */
export const serveOperations = async (
  operations: readonly DescribedOperation[],
  { file = 'openapi.json', openapi = '3.2.0', schemas = '{}' } = {},
): Promise<ServedOperations> => {
  const written = operations.map((operation, index) => {
    const { path = '', parameter = '', requestContent, responseContent } = operation;
    const method = requestContent === undefined ? 'get' : 'post';
    const body = requestContent === undefined ? '' : `"requestBody":{"content":${requestContent}},`;
    const success =
      responseContent === undefined
        ? '{"204":{"description":""}}'
        : `{"200":{"description":"","content":${responseContent}}}`;
    const responses = operation.responses ?? success;
    return `"/${index}${path}":{"${method}":{"parameters":[${parameter}],${body}"responses":${responses}}}`;
  });
  const text = `{"openapi":"${openapi}","info":{"title":"","version":"1"},"paths":{${written.join(',\n')}},"components":{"schemas":${schemas}}}`;
  const folder = await createTempFolder({ [file]: text });
  const { mock, stop } = await startMock({ spec: folder.file(file) });
  const { hostname: host, port } = new URL(mock.baseUrl);
  const send = (operation: number, { path = '', headers = {}, body }: Sent = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const method = operations[operation]?.requestContent === undefined ? 'GET' : 'POST';
      const all = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
      const outgoing = request({ host, port, method, path: `/${operation}${path}`, headers: all }, (incoming) => {
        let received = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => (received += chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, text: received, headers: incoming.headers });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return {
    mock,
    send,
    stop: async () => {
      await stop();
      await folder.remove();
    },
  };
};
