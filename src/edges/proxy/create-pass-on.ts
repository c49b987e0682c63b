import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PassOn } from '../../engine/ports/pass-on.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import { renderProblem } from '../../engine/problems/render-problem.ts';
import { binaryContent, headerPairs, isJsonMediaType, type Reply, RequestAborted } from '../../kernel/http.ts';
import { parseJson } from '../../kernel/json.ts';
import { once } from '../../kernel/caches.ts';
import { madeRequest } from '../../kernel/made-request.ts';
import { endToEnd } from '../http/end-to-end.ts';
import { NodeRequest } from '../http/node-request.ts';
import { hasBody } from '../http/send-reply.ts';
import { codeOf } from '../webhooks/open-connection.ts';
import { loadUndici } from '../webhooks/undici-sender.ts';
import { createPassingBody } from './passing-body.ts';
import type { Upstream } from './upstream.ts';

/** Milliseconds that an idle connection is kept: a server that is closed does not wait for longer. */
const IDLE = 1000;

const openAgent = once(async () => {
  const { Agent } = await loadUndici();
  return new Agent({ keepAliveTimeout: IDLE, keepAliveMaxTimeout: IDLE });
});

/**
 * Passes requests on to another service and the responses back, as they come: status, headers and bytes are those of the other
 * end. Follows no redirect.
 */
export const createPassOn =
  (upstream: Upstream, { noticed }: Pick<Observer, 'noticed'>): PassOn =>
  async (request) => {
    if (!(request instanceof NodeRequest))
      throw plainProblem(501, { detail: 'Only requests over HTTP are passed on: call the URL of the server.' });
    const { incoming, response, method, path, query } = request;
    let held = 0;
    const hasRoomFor = (bytes: number): boolean => request.hold((held += bytes));
    const [received, sent] = [createPassingBody(hasRoomFor), createPassingBody(hasRoomFor)];
    const asked = endToEnd(incoming.rawHeaders, isOfConnection);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const toMade = (body: Uint8Array) =>
      madeRequest({ method, path, query, origin: upstream.origin, headers: decoded(asked), body });
    try {
      if (incoming.headers.expect !== undefined) response.writeContinue();
      const agent = await openAgent();
      const answer = await agent.request({
        origin: upstream.origin,
        path: upstream.toPath(path) + (query === '' ? '' : `?${query}`),
        method,
        headers: asked,
        body: hasBody(incoming) ? Readable.from(received.tap(incoming), { objectMode: false }) : null,
        responseHeaders: 'raw',
        signal: gone.signal,
      });
      // Raw headers are a list, which the types of the library leave out.
      const lines = endToEnd(answer.headers as unknown as string[]);
      response.sendDate = false;
      response.writeHead(answer.statusCode, lines);
      await pipeline(sent.tap(answer.body), response);
      const headers = toRecord(lines);
      const body = await received.read(request.header('content-encoding'));
      const content = await sent.read(headers['content-encoding']);
      if (body === undefined || content === undefined)
        noticed({
          level: 'warn',
          message: `not validated, since it is too large or its coding is unknown: the body of the ${body === undefined ? 'request' : 'response'} of ${method} ${path}`,
        });
      return {
        request: toMade(body ?? NOTHING),
        reply: toReply(answer.statusCode, toRecord(decoded(lines).flat()), method === 'HEAD' ? undefined : content),
        source: 'upstream',
        isCut: body === undefined,
      };
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        throw new RequestAborted();
      }
      const { members } = plainProblem(502, {
        detail: `${upstream.origin} gave no response (${codeOf(error)}): is the service running, and is this its URL?`,
      });
      const reply = renderProblem(members, { problemBase: '', instance: path, traceId: '' });
      return { request: toMade(NOTHING), reply, source: 'engine', isCut: true };
    }
  };

const NOTHING = new Uint8Array(0);

/** Set by each connection; a client that expects `100 Continue` has had it from us. */
const isOfConnection = (name: string): boolean => name === 'host' || name === 'expect';

/** Without what is about the bytes on their way (RFC 9110, 8.4 and 8.6). */
const decoded = (lines: readonly string[]): [name: string, value: string][] =>
  headerPairs(lines).filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));

const toRecord = (lines: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [label, value] of headerPairs(lines)) {
    const name = label.toLowerCase();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
};

/** `body` is undefined if it is not known: then, only its media type is validated. */
const toReply = (status: number, headers: Record<string, string>, body: Buffer | undefined): Reply => {
  const { 'content-type': mediaType = '', ...others } = headers;
  const sent = { status, headers: others, isSent: true } as const;
  if (body === undefined) return mediaType === '' ? sent : { ...sent, live: { mediaType, pieces: Readable.from([]) } };
  if (body.byteLength === 0) return sent;
  const content = binaryContent(body, mediaType);
  return { ...sent, content: isJsonMediaType(mediaType) ? { ...content, value: toValue(body) } : content };
};

const toValue = (body: Buffer): unknown => {
  const text = body.toString('utf8');
  try {
    return parseJson(text, 200, 1_000_000, true).value;
  } catch {
    return text;
  }
};
