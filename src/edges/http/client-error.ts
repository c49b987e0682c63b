import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const REFUSALS: Readonly<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request line and headers are larger than 16 KiB together.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive.' },
  NO_HOST: { status: 400, detail: 'The Host header is missing; every HTTP/1.1 request needs one.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the body are too large.' },
};

const MALFORMED = { status: 400, detail: 'This is not an HTTP/1.1 request.' };

/** Answers what never became a request: Node has parsed nothing, so the bytes are written by hand. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex, problemBase: string): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const title = STATUS_CODES[status] ?? 'Refused';
  const type = status === 400 ? `${problemBase}/problems/malformed-request` : 'about:blank';
  const body = JSON.stringify({ type, title, status, detail });
  socket.end(
    `HTTP/1.1 ${String(status)} ${title}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\n\r\n${body}`,
  );
};
