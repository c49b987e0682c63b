import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveContent, Reply } from '../../kernel/http.ts';
import { toHeaderText } from './header-text.ts';
import { PROOF, passedOn } from './passed-on.ts';

/** Maximum bytes of a refused body that are still read, so that the client finishes sending and reads the response. */
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
 * Milliseconds without any progress after which a stream of events is cut off: the client no longer reads, since keep-alives
 * are sent more often.
 */
const STREAM_TIMEOUT = 60_000;

/**
 * Streams a body with backpressure. Its producer is stopped when the client has disconnected, and also if there is no
 * client.
 */
const sendLive = async (
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { pieces, mediaType }: LiveContent,
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
  if (mediaType === 'text/event-stream') response.setTimeout(STREAM_TIMEOUT, () => response.destroy());
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

/** Writes status and headers. Returns true if the request body was not read: the connection cannot be reused then. */
export const sendHead = (incoming: IncomingMessage, response: ServerResponse, reply: Reply): boolean => {
  const { content, live, status } = reply;
  // Flat list of names and values: copying the headers object to add two would be wasteful.
  const lines: (string | number)[] = [];
  for (const name in reply.headers) lines.push(name, reply.headers[name] ?? '');
  if (content !== undefined) lines.push('content-type', content.mediaType, 'content-length', content.byteLength);
  else if (live !== undefined) lines.push('content-type', live.mediaType);
  else if (status !== 204 && status !== 304) lines.push('content-length', 0);
  const passed = passedOn.get(incoming);
  if (passed !== undefined) lines.push(PROOF, passed.prove('answered'));
  const unread = !incoming.complete && hasBody(incoming);
  if (unread) lines.push('connection', 'close');
  writeHead(response, status, lines);
  return unread;
};

/**
 * Sends headers as they are, and encodes them only if Node refuses: checking each of them first would cost every
 * response.
 */
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

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Closing immediately would reset the connection and lose the response. Instead, sends the whole response and closes
 * once the client is done, or has sent too much.
 */
export const endAfterDraining = (
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
