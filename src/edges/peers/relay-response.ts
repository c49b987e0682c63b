import type { IncomingMessage } from 'node:http';
import type { NodeRequest } from '../http/node-request.ts';
import { PROOF, passedOn } from '../http/passed-on.ts';
import { endAfterDraining, hasBody } from '../http/send-reply.ts';
import { endToEnd } from './end-to-end.ts';

/**
 * Sends a peer's response to the client, as it comes. `whenWhole` is called before its end; if it breaks off, so does the
 * client's connection.
 */
export const relayResponse = (
  answer: IncomingMessage,
  { incoming, response, isLast }: NodeRequest,
  whenWhole: () => void,
): void => {
  const isUnread = (): boolean => !incoming.complete && hasBody(incoming);
  const lines = endToEnd(answer.rawHeaders);
  if (isUnread()) lines.push('connection', 'close');
  if (isLast()) response.shouldKeepAlive = false;
  const passed = passedOn.get(incoming);
  if (passed !== undefined) lines.push(PROOF, passed.prove('answered'));
  response.writeHead(answer.statusCode ?? 502, lines);
  // A stream begins before its first event. Any other head goes out with the body.
  if (answer.headers['transfer-encoding'] !== undefined) response.flushHeaders();
  answer.pipe(response, { end: false });
  answer.once('end', () => {
    whenWhole();
    if (isUnread()) endAfterDraining(incoming, response, undefined);
    else {
      // What is left of a body would keep the next request of this connection from being read.
      incoming.resume();
      response.end();
    }
  });
  answer.once('close', () => {
    if (!answer.readableEnded) response.destroy();
  });
};
