import type { IncomingMessage, ServerResponse } from 'node:http';
import type { After } from '../../kernel/timers.ts';
import type { Failure, Fault, Reply } from '../../kernel/http.ts';
import { sendHead, sendReply } from './send-reply.ts';

type FaultyReply = Reply & { readonly fault: Fault };

export const hasFault = (reply: Reply): reply is FaultyReply => reply.fault !== undefined;

type Trickle = Extract<Failure, { readonly kind: 'slow-body' }>;

/** What no HTTP client takes for an answer, or for a piece of one. */
const GARBAGE = 'lzq{8\u0000\u0001}~v2^%k|w;]7\u007f#0dj@!xq';

const BYTES = {
  EMPTY_RESPONSE: '',
  RANDOM_DATA_THEN_CLOSE: GARBAGE,
  MALFORMED_RESPONSE_CHUNK: `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${GARBAGE}`,
};

/** Sends an answer as a fault has it: late, in pieces, mutilated, or not at all. */
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
    else breakOff(incoming, failure.kind);
  };
  if (delay > 0) after(delay, send);
  else send();
};

/** The bytes go past Node's response, which could write nothing but HTTP. */
const breakOff = (incoming: IncomingMessage, kind: Exclude<Failure['kind'], 'slow-body'>): void => {
  const { socket } = incoming;
  if (kind === 'CONNECTION_RESET_BY_PEER') {
    socket.resetAndDestroy();
    return;
  }
  // Closing with bytes of the request unread would reset the connection, and that is another fault.
  whenTakenIn(incoming, () => {
    const bytes = BYTES[kind];
    if (bytes !== '') socket.write(bytes, 'latin1');
    socket.destroySoon();
  });
};

const whenTakenIn = (incoming: IncomingMessage, go: () => void): void => {
  if (incoming.complete) go();
  else incoming.once('end', go).resume();
};

/** The headers at once, then the body a piece at a time: the first at once, the last when the time is over. */
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
    // The client may have lost its patience.
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
