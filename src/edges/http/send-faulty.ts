import type { IncomingMessage, ServerResponse } from 'node:http';
import type { After } from '../../kernel/timers.ts';
import type { ConnectionFault, Failure, Fault, Reply } from '../../kernel/http.ts';
import { PROOF, passedOn } from './passed-on.ts';
import { sendHead, sendReply } from './send-reply.ts';

type FaultyReply = Reply & { readonly fault: Fault };

export const hasFault = (reply: Reply): reply is FaultyReply => reply.fault !== undefined;

type Trickle = Extract<Failure, { readonly kind: 'slow-body' }>;

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
  { pieces, milliseconds }: Trickle,
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
