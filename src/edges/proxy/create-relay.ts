import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { ForeignExchange } from '../../engine/inspect-exchange.ts';
import { PROBLEM_MEDIA_TYPE } from '../../engine/problems/render-problem.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ApiRequest, binaryContent, jsonContent, type Reply } from '../../kernel/http.ts';
import { madeRequest } from '../../kernel/made-request.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { endToEnd } from '../http/end-to-end.ts';
import type { NodeRequest } from '../http/node-request.ts';
import { hasBody } from '../http/send-reply.ts';
import { codeOf } from '../webhooks/open-connection.ts';
import { createPassingBody } from './passing-body.ts';
import type { Upstream } from './upstream.ts';

export interface RelayParts {
  readonly upstream: Upstream;
  readonly dispatcher: Dispatcher;
  readonly budget: BodyBudget;
  readonly clock: Clock;
  /** Told of every exchange, once the client has the whole response. */
  readonly passed: (exchange: ForeignExchange) => void;
  /** Told why a client has no response, or not all of it. */
  readonly failed: (request: ApiRequest, reason: string) => void;
}

/**
 * Passes a request on to another service and the response back, as they come: status, headers and bytes are those of the other
 * end, whatever the description says. Follows no redirect.
 */
export const createRelay =
  ({ upstream, dispatcher, budget, clock, passed, failed }: RelayParts) =>
  async (request: NodeRequest): Promise<Reply> => {
    const { incoming, response, method, path, query } = request;
    const times = { receivedAt: clock.now(), startedAt: clock.elapsed() };
    const share = budget.open('');
    let held = 0;
    const grow = (bytes: number): boolean => share.growTo((held += bytes));
    const [received, sent] = [createPassingBody(grow), createPassingBody(grow)];
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      if (incoming.headers.expect !== undefined) response.writeContinue();
      const asked = endToEnd(incoming.rawHeaders, isOfConnection);
      const answer = await dispatcher.request({
        origin: upstream.origin,
        path: upstream.toPath(path) + (query === '' ? '' : `?${query}`),
        method: method as Dispatcher.HttpMethod,
        headers: asked,
        body: hasBody(incoming) ? Readable.from(received.tap(incoming), { objectMode: false }) : null,
        responseHeaders: 'raw',
        signal: gone.signal,
      });
      const { statusCode: status } = answer;
      // Raw headers are a list, which the types of the library leave out.
      const lines = endToEnd(answer.headers as unknown as string[]);
      response.sendDate = false;
      response.writeHead(status, lines);
      await pipeline(sent.tap(answer.body), response);
      const [inquiry, outcome] = [await received.open(asked), await sent.open(lines)];
      const reply = toReply(status, outcome.headers, outcome.body);
      const made = madeRequest({
        method,
        path,
        query,
        origin: upstream.origin,
        headers: inquiry.headers,
        body: inquiry.body,
      });
      passed({ ...times, request: made, reply, unread: { request: inquiry.unread, response: outcome.unread } });
    } catch (error) {
      const reason = codeOf(error);
      failed(request, response.destroyed ? 'the client has left' : `no response of the upstream (${reason})`);
      if (!response.headersSent && !response.destroyed) return toUnreachable(upstream, reason);
      response.destroy();
    } finally {
      share.release();
    }
    return { status: response.statusCode, headers: {}, isSent: true };
  };

/** Set by each connection; a client that expects `100 Continue` has had it from us. */
const isOfConnection = (name: string): boolean => name === 'host' || name === 'expect';

const toReply = (status: number, pairs: readonly (readonly [string, string])[], body: Buffer): Reply => {
  const headers: Record<string, string> = {};
  for (const [label, value] of pairs) {
    const name = label.toLowerCase();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  if (body.byteLength === 0) return { status, headers };
  return { status, headers, content: binaryContent(body, headers['content-type'] ?? '') };
};

const toUnreachable = ({ origin }: Upstream, reason: string): Reply => ({
  status: 502,
  headers: {},
  content: jsonContent(
    {
      title: 'Bad Gateway',
      status: 502,
      detail: `${origin} gave no response (${reason}): is the service running, and is --upstream its URL?`,
    },
    PROBLEM_MEDIA_TYPE,
  ),
});
