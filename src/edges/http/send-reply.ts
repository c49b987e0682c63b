import type { IncomingMessage, ServerResponse } from 'node:http';
import { passedOn, PROOF } from './passed-on.ts';
import {
  type ConnectionFault,
  type Failure,
  type Fault,
  type LiveContent,
  type Reply,
  stopPieces,
} from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';
import { nextTurn, beginnings } from '../system/time.ts';

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
    void stopPieces(iterator);
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
const sendHead = (incoming: IncomingMessage, response: ServerResponse, reply: Reply): boolean => {
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
  if (reply.namesAs !== undefined)
    for (let at = 0; at < lines.length; at += 2) lines[at] = NAMES[reply.namesAs](String(lines[at]));
  writeHead(response, status, lines);
  return unread;
};

const NAMES = {
  lower: (name: string) => name,
  title: (name: string) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  upper: (name: string) => name.toUpperCase(),
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
  discard(incoming);
};

/** Bodies of which a chunk is discarded in one turn of the event loop, which accepts only one connection. */
const READ_PER_TURN = 4;

const unread: IncomingMessage[] = [];

/** Reads the rest of a body that nobody wants, chunk by chunk, as slowly as a flood of them must be. */
const discard = (incoming: IncomingMessage): void => {
  const wait = (): void => {
    incoming.pause();
    if (unread.push(incoming) === 1) nextTurn(readNext);
  };
  incoming.on('data', wait);
  wait();
};

const readNext = (): void => {
  beginnings.take(['unread'], () => {
    for (const incoming of unread.splice(0, READ_PER_TURN)) incoming.resume();
    if (unread.length > 0) nextTurn(readNext);
  });
};

type FaultyReply = Reply & { readonly fault: Fault };

export const hasFault = (reply: Reply): reply is FaultyReply => reply.fault !== undefined;

/** Bytes that no HTTP client accepts as a response, or as a part of one. */
const GARBAGE = 'lzq{8\u0000\u0001}~v2^%k|w;]7\u007f#0dj@!xq';

const BYTES = {
  EMPTY_RESPONSE: '',
  RANDOM_DATA_THEN_CLOSE: GARBAGE,
  MALFORMED_RESPONSE_CHUNK: `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${GARBAGE}`,
};

/** Sends a response with a fault: late, in pieces, corrupted, or not at all. */
export const sendFaulty = (
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: FaultyReply,
  after: After,
): void => {
  const { delay, failure } = reply.fault;
  const send = (): void => {
    if (response.destroyed) return;
    if (failure === undefined) sendReply(incoming, response, reply);
    else if (failure.kind === 'slow-body') trickle(incoming, response, reply, failure, after);
    else breakOff(incoming, response, failure.kind);
  };
  if (delay > 0) after(delay, send);
  else send();
};

/**
 * Writes to the socket directly, since Node's response could only write valid HTTP. The connection of a peer is not the
 * client's, and must not look as if this server had ended: the peer is told, and does it.
 */
export const breakOff = (incoming: IncomingMessage, response: ServerResponse, kind: ConnectionFault): void => {
  const passed = passedOn.get(incoming);
  if (passed !== undefined) {
    passedOn.delete(incoming);
    sendReply(incoming, response, { status: 502, headers: { [PROOF]: passed.prove(kind) } });
    return;
  }
  const { socket } = incoming;
  if (kind === 'CONNECTION_RESET_BY_PEER') {
    socket.resetAndDestroy();
    return;
  }
  // Closing with unread request bytes would reset the connection, which is a different fault.
  whenRead(incoming, () => {
    const bytes = BYTES[kind];
    if (bytes !== '') socket.write(bytes, 'latin1');
    socket.destroySoon();
  });
};

const whenRead = (incoming: IncomingMessage, go: () => void): void => {
  if (incoming.complete) go();
  else incoming.once('end', go).resume();
};

/** Sends the headers immediately, then the body in chunks: the first at once, the last at the end of the delay. */
const trickle = (
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { pieces, milliseconds }: Extract<Failure, { readonly kind: 'slow-body' }>,
  after: After,
): void => {
  const body = Buffer.from(reply.content?.body ?? '');
  if (incoming.method === 'HEAD' || body.length < 2) {
    after(milliseconds, () => {
      sendReply(incoming, response, reply);
    });
    return;
  }
  const count = Math.min(pieces, body.length);
  const size = Math.ceil(body.length / count);
  const pause = Math.ceil(milliseconds / Math.max(1, Math.ceil(body.length / size) - 1));
  const sendFrom = (offset: number): void => {
    // The client may have disconnected.
    if (response.destroyed) return;
    const end = offset + size;
    response.write(body.subarray(offset, end));
    if (end >= body.length) response.end();
    else after(pause, () => sendFrom(end));
  };
  sendHead(incoming, response, reply);
  incoming.resume();
  sendFrom(0);
};

/**
 * Client text may return in a header (a seed in `Preference-Applied`): encodes characters that no header can contain.
 */
export const toHeaderText = (text: string): string =>
  text.replaceAll(/[^\t -~]+/g, (part) => encodeURIComponent(part.toWellFormed()));
