import { STATUS_CODES } from '../../kernel/status-codes.ts';
import type { Duplex } from 'node:stream';
import { type EngineProblemType, toTypeUri } from '../../engine/problems/problem.ts';
import { ENGINE_PROBLEMS } from '../../generated/problems.ts';

const REFUSALS: Readonly<Record<string, { type: EngineProblemType; detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    type: 'header-fields-too-large',
    detail: 'The request line and headers are larger than 16 KiB together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { type: 'request-timeout', detail: 'The request took too long to arrive.' },
  NO_HOST: { type: 'malformed-request', detail: 'The Host header is missing; every HTTP/1.1 request needs one.' },
  NO_TARGET: { type: 'malformed-request', detail: 'The request target is neither a path nor an absolute URL.' },
  HPE_INVALID_URL: {
    type: 'malformed-request',
    detail: 'This is not an HTTP/1.1 request: its target has characters that no URL has. Percent-encode them.',
  },
  HPE_INVALID_EOF_STATE: {
    type: 'malformed-request',
    detail: 'The client closed the connection before the request was complete: is its Content-Length right?',
  },
  CONNECT: { type: 'method-not-allowed', detail: 'This server is not a proxy, so it does not support CONNECT.' },
  TOO_MANY_CONNECTIONS: {
    type: 'unavailable',
    detail: 'Too many open connections: close those that are idle, or retry later.',
  },
  EXPECTATION: {
    type: 'expectation-failed',
    detail: 'The only expectation that this server meets is 100-continue: leave the Expect header out.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    type: 'content-too-large',
    detail: 'The chunk extensions of the body are too large.',
  },
};

const MALFORMED = { type: 'malformed-request' as const, detail: 'This is not an HTTP/1.1 request.' };

/** The problem of a request that has no exchange, so that it has no trace id either. */
export const toClientProblem = (code: string | undefined, problemBase: string) => {
  const { type, detail } = REFUSALS[code ?? ''] ?? MALFORMED;
  const { status, title } = ENGINE_PROBLEMS[type];
  return { type: toTypeUri(type, problemBase), title, status, detail };
};

/**
 * Responds to bytes that never became a request: Node has parsed nothing, so the response is written to the socket
 * directly.
 */
export const answerClientError = (code: string | undefined, socket: Duplex, problemBase: string): void => {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = toClientProblem(code, problemBase);
  const { status } = refusal;
  const body = JSON.stringify(refusal);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/problem+json\r\n` +
      (status === 503 ? 'Retry-After: 1\r\n' : '') +
      // Empty: the target of a CONNECT supports no method.
      (status === 405 ? 'Allow:\r\n' : '') +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};
