import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveContent, Reply } from '../../kernel/http.ts';
import { toHeaderText } from './header-text.ts';

/** So much of a refused body is still taken in, so that the client finishes sending and reads the answer. */
const DRAINED_BYTES = 32 * 1_048_576;

export const sendReply = (incoming: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  if (reply.live !== undefined) {
    sendLive(incoming, response, reply, reply.live).catch(() => response.destroy());
    return;
  }
  if (response.headersSent || response.destroyed) return;
  const unread = sendHead(incoming, response, reply);
  const body = incoming.method === 'HEAD' ? undefined : reply.content?.body;
  if (unread) endAfterDraining(incoming, response, body);
  else response.end(body);
};

/**
 * Writes a body as it comes into being, no faster than the client reads. Whoever makes it is told when the client has
 * left, and also when there is nobody to send it to.
 */
const sendLive = async (
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { pieces }: LiveContent,
): Promise<void> => {
  const iterator = pieces[Symbol.asyncIterator]();
  const leave = (): void => {
    void iterator.return?.();
  };
  if (response.headersSent || response.destroyed) {
    leave();
    return;
  }
  response.once('close', leave);
  sendHead(incoming, response, reply);
  incoming.resume();
  if (incoming.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  for (;;) {
    const piece = await iterator.next();
    if (piece.done === true || !response.writable) break;
    if (!response.write(piece.value)) await drained(response);
  }
  response.end();
};

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });

/** Status and headers. True when the request's body was left lying: then the connection cannot carry another request. */
export const sendHead = (incoming: IncomingMessage, response: ServerResponse, reply: Reply): boolean => {
  const { content, live, status } = reply;
  // Names and values in turn: a copy of the object with two more members would be made only to be read once.
  const lines: (string | number)[] = [];
  for (const name in reply.headers) lines.push(name, reply.headers[name] ?? '');
  if (content !== undefined) lines.push('content-type', content.mediaType, 'content-length', content.byteLength);
  else if (live !== undefined) lines.push('content-type', live.mediaType);
  else if (status !== 204 && status !== 304) lines.push('content-length', 0);
  const unread = !incoming.complete && hasBody(incoming);
  if (unread) lines.push('connection', 'close');
  writeHead(response, status, lines);
  return unread;
};

/** As they are, or encoded when Node refuses them: looking at each of them first would cost every answer. */
const writeHead = (response: ServerResponse, status: number, lines: readonly (string | number)[]): void => {
  try {
    response.writeHead(status, lines as string[]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    response.writeHead(
      status,
      lines.map((text) => (typeof text === 'string' ? toHeaderText(text) : String(text))),
    );
  }
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Closing at once would reset the connection under the client's hands, and with it the answer. So the answer goes out
 * whole, and the connection ends when the client is done, or has sent too much.
 */
const endAfterDraining = (
  incoming: IncomingMessage,
  response: ServerResponse,
  body: string | Uint8Array | undefined,
): void => {
  if (body !== undefined) response.write(body);
  let drained = 0;
  const end = (): void => {
    incoming.off('data', onData);
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    drained += chunk.length;
    if (drained > DRAINED_BYTES) {
      end();
      incoming.destroy();
    }
  };
  incoming.on('data', onData).once('end', end).once('close', end);
  if (incoming.headers.expect !== undefined) end();
  incoming.resume();
};
