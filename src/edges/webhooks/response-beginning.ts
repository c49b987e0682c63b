import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { AttemptError, codeOf } from './open-connection.ts';

const { request } = process.getBuiltinModule('node:http');

/** Maximum bytes of a body that are read. Each head is limited to as much. */
const ANSWER_BYTES = 16_384;

/** Maximum informational responses (103 and the like) before the final one. */
const MOST_INFORMATIONAL = 8;

/**
 * Maximum bytes until the final response begins, and again until it ends: a receiver can also send what belongs to no head and no
 * body, such as blank lines, or trailers without end.
 */
const MOST_BYTES = ANSWER_BYTES;

/**
 * Sends a POST on a connection of its own, which it closes, and resolves with the beginning of the response, decoded as text for
 * display, regardless of its media type. Follows no redirect, and does not decompress.
 */
export const requestBeginning = (
  socket: Socket,
  { host, pathname, search }: URL,
  headers: Readonly<Record<string, string>>,
  sendBody: (sent: ClientRequest) => void,
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
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const refuse = (what: string): void => {
      fail(new AttemptError('answer_broken', what));
    };
    const limitBytes = (): void => {
      if (httpStatus === 0) {
        if (socket.bytesRead >= MOST_BYTES) refuse(ENDLESS);
      } else if (socket.bytesRead >= 2 * MOST_BYTES) process.nextTick(finish);
    };
    const sent = request({
      method: 'POST',
      path: pathname + search,
      headers: { host, ...headers },
      createConnection: () => socket,
      maxHeaderSize: MOST_BYTES,
    })
      .on('error', (error) => {
        if (codeOf(error) === 'HPE_HEADER_OVERFLOW' && httpStatus === 0) refuse(ENDLESS);
        else fail(error);
      })
      // Called after the parser; what that has read of the body comes before the next tick.
      .once('socket', () => socket.on('data', limitBytes))
      .on('information', () => {
        if (++informational > MOST_INFORMATIONAL) refuse(`more than ${MOST_INFORMATIONAL} informational responses`);
      })
      .once('upgrade', () => {
        refuse('the connection was upgraded');
      })
      .once('response', (response) => {
        httpStatus = response.statusCode ?? 0;
        response
          .on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            size += chunk.byteLength;
            if (size >= ANSWER_BYTES) finish();
          })
          .once('end', finish)
          .on('error', fail);
      });
    sendBody(sent);
  });

const ENDLESS = `${MOST_BYTES} bytes without a response`;

const toText = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks)
    .toString('utf8', 0, ANSWER_BYTES)
    .replaceAll(/[^\P{Cc}\n]/gu, '\uFFFD');
