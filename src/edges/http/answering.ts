import type { IncomingMessage, ServerResponse } from 'node:http';
import type { After } from '../../kernel/timers.ts';
import { type ApiRequest, type Reply, RequestAborted } from '../../kernel/http.ts';
import { NodeRequest } from './node-request.ts';
import { hasFault, sendFaulty } from './send-faulty.ts';
import { sendReply } from './send-reply.ts';

export type ToOrigin = (host: string | undefined) => string;

export interface AnsweringParts {
  readonly handle: (request: ApiRequest) => Promise<Reply>;
  readonly after: After;
  /** Whether no further request is wanted on the connection. */
  readonly isLast: () => boolean;
}

/** Turns what Node has read into an ApiRequest, and a Reply into bytes. */
export const createAnswering =
  ({ handle, after, isLast }: AnsweringParts) =>
  (incoming: IncomingMessage, outgoing: ServerResponse, toOrigin: ToOrigin): void => {
    handle(new NodeRequest(incoming, outgoing, toOrigin)).then(
      (reply) => {
        // On the way out a connection that stays open would only be waited for.
        if (isLast()) outgoing.shouldKeepAlive = false;
        if (hasFault(reply)) sendFaulty(incoming, outgoing, reply, after);
        else sendReply(incoming, outgoing, reply);
      },
      (error: unknown) => {
        // The client is gone; anything else has become a problem long before.
        if (!(error instanceof RequestAborted)) throw error;
        outgoing.destroy();
      },
    );
  };
