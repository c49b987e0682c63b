import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import { AttemptError } from './open-connection.ts';

/** Maximum bytes of a body that are read. The client limits each head, and all trailers, to as much. */
const ANSWER_BYTES = 16_384;

/** Maximum informational responses (103 and the like) before the final one. */
const MOST_INFORMATIONAL = 8;

/**
 * Maximum bytes until the final response begins, and again until it ends: a receiver can also send what belongs to no head and no
 * body, such as blank lines, or trailers without end.
 */
const MOST_BYTES = ANSWER_BYTES;

/** Bytes that the client parses at a time: it goes on to the end of a piece after an error, and makes one for each line. */
const PIECE = 1024;

/**
 * Sends a request and resolves with the beginning of its response, decoded as text for display, regardless of its media type. The socket is destroyed as soon as that is read:
 * the client would do so with an error, and formatting the stack of that error takes a tenth of a delivery's time.
 */
export const requestBeginning = (
  client: Client,
  socket: Socket,
  request: Dispatcher.DispatchOptions,
): Promise<{ readonly httpStatus: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let httpStatus = 0;
    let informational = 0;
    const finish = (): void => {
      socket.destroy();
      resolve({ httpStatus, text: toText(chunks) });
    };
    readInPieces(socket, (total) => {
      if (httpStatus < 200) {
        if (total >= MOST_BYTES) socket.destroy(tooMuch(`${MOST_BYTES} bytes without a response`));
      } else if (total >= 2 * MOST_BYTES) finish();
    });
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (controller, status) => {
        httpStatus = status;
        if (status < 200 && ++informational > MOST_INFORMATIONAL)
          controller.abort(tooMuch(`more than ${MOST_INFORMATIONAL} informational responses`));
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size >= ANSWER_BYTES) finish();
      },
      onResponseEnd: finish,
      onResponseError: (_controller, error) => {
        reject(error);
      },
    });
  });

/** The client would read whatever has arrived, and without end. */
const readInPieces = (socket: Socket, onRead: (total: number) => void): void => {
  const read = socket.read.bind(socket);
  let total = 0;
  socket.read = () => {
    // The client destroys it after an error, but reads on.
    if (socket.destroyed) return null;
    onRead(total);
    const piece = read(Math.min(PIECE, socket.readableLength) || undefined) as Buffer | null;
    total += piece?.byteLength ?? 0;
    return piece;
  };
};

const tooMuch = (what: string): AttemptError => new AttemptError('answer_broken', what);

const toText = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks)
    .toString('utf8', 0, ANSWER_BYTES)
    .replaceAll(/[^\P{Cc}\n]/gu, '\uFFFD');
