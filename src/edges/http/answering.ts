import type { IncomingMessage, ServerResponse } from 'node:http';
import type { After } from '../../kernel/timers.ts';
import { type ApiRequest, type Reply, RequestAborted } from '../../kernel/http.ts';
import type { BodyBudget } from './body-budget.ts';
import { NodeRequest } from './node-request.ts';
import { hasFault, sendFaulty } from './send-faulty.ts';
import { sendReply } from './send-reply.ts';

export type ToOrigin = (host: string | undefined) => string;

export interface AnsweringParts {
  readonly handle: (request: ApiRequest) => Promise<Reply>;
  readonly after: After;
  /** Whether the connection closes after this response. */
  readonly isLast: () => boolean;
  /** If omitted, the memory for bodies is unlimited. */
  readonly budget?: BodyBudget;
}

/** Converts Node's request to an ApiRequest, and a Reply to bytes. */
export const createAnswering =
  ({ handle, after, isLast, budget }: AnsweringParts) =>
  (incoming: IncomingMessage, outgoing: ServerResponse, toOrigin: ToOrigin): void => {
    const request = new NodeRequest(incoming, outgoing, toOrigin, budget);
    handle(request).then(
      (reply) => {
        request.release();
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
  };
