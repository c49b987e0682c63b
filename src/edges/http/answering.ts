import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyBudget } from './body-budget.ts';
import type { LoadMeter } from './load-meter.ts';
import { NodeRequest } from './node-request.ts';
import { hasFault, sendFaulty, sendReply } from './send-reply.ts';
import { problem, renderProblem } from '../../engine/problems/problem.ts';
import { type ApiRequest, type Handle, type Reply, RequestAborted, RETRY_SOON } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';

const tooMany = ({ headers }: Reply, instance: string, problemBase: string): Reply => {
  const { members } = problem('unavailable', {
    detail:
      'The server is sending too many large responses, and does not send this one. Read them, or retry after the seconds in `Retry-After`.',
    headers: RETRY_SOON,
  });
  const traceId = headers['x-trace-id'] ?? '';
  const reply = renderProblem(members, { problemBase, instance, traceId });
  return { ...reply, headers: { ...reply.headers, 'x-trace-id': traceId } };
};

/** Begins a request now, or when it is its sender's turn. */
export type InTurn = (request: ApiRequest, begin: () => void) => void;

const atOnce: InTurn = (_request, begin) => {
  begin();
};

/** Bytes from which a response counts as memory: clients that read slowly would make the server keep many of them. */
const LARGE = 1_048_576;

/** Converts Node's request to an ApiRequest, and a Reply to bytes. */
export const createAnswering =
  ({
    handle,
    after,
    isLast,
    budget,
    problemBase,
    meter,
    inTurn = atOnce,
  }: {
    readonly handle: Handle;
    readonly after: After;
    /** Whether the connection closes after this response. */
    readonly isLast: () => boolean;
    /** If omitted, the memory for bodies is unlimited. */
    readonly budget?: BodyBudget;
    /** Prefix of problem type URIs. */
    readonly problemBase?: () => string;
    /** If omitted, nobody counts. */
    readonly meter?: LoadMeter;
    /** If omitted, each request begins at once. */
    readonly inTurn?: InTurn;
  }) =>
  (incoming: IncomingMessage, outgoing: ServerResponse, toOrigin: (host: string | undefined) => string): void => {
    const request = new NodeRequest(incoming, outgoing, toOrigin, isLast, budget);
    const counted = meter?.begin(request.path, outgoing);
    inTurn(request, () => {
      handle(request).then(
        (reply) => {
          counted?.(reply);
          if (reply.isSent === true) {
            request.release();
            return;
          }
          const size = reply.content?.byteLength ?? 0;
          if (size <= LARGE || budget === undefined) request.release();
          else if (!request.holdUntilSent(size)) {
            request.release();
            sendReply(incoming, outgoing, tooMany(reply, request.path, problemBase?.() ?? ''));
            return;
          }
          // Closes the connection during shutdown, which would otherwise wait for it.
          if (isLast()) outgoing.shouldKeepAlive = false;
          if (hasFault(reply)) sendFaulty(incoming, outgoing, reply, after);
          else sendReply(incoming, outgoing, reply);
        },
        (error: unknown) => {
          request.release();
          // The client disconnected; any other error has become a problem earlier.
          if (!(error instanceof RequestAborted)) throw error;
          outgoing.destroy();
        },
      );
    });
  };
