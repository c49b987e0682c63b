import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PassOn, Observer } from '../../engine/ports/ports.ts';
import { MOST_VALIDATED } from '../../engine/validation/reply-validator.ts';
import { plainProblem, renderProblem } from '../../engine/problems/problem.ts';
import { once } from '../../kernel/caches.ts';
import {
  binaryContent,
  headerPairs,
  isJsonMediaType,
  type Reply,
  RequestAborted,
  targetOf,
  madeRequest,
} from '../../kernel/http.ts';
import { parseJsonInSteps } from '../../kernel/json.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import { endToEnd } from '../http/end-to-end.ts';
import { NodeRequest } from '../http/node-request.ts';
import { hasBody } from '../http/send-reply.ts';
import { codeOf } from '../webhooks/open-connection.ts';
import { loadUndici } from '../webhooks/undici-sender.ts';
import type { Upstream } from './upstream.ts';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** Milliseconds that an idle connection is kept: a process that ends does not wait for longer. */
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
  (upstream: Upstream, { noticed }: Pick<Observer, 'noticed'>, run: RunInSlices): PassOn =>
  async (request) => {
    if (!(request instanceof NodeRequest)) throw new Error('only requests over HTTP are passed on');
    const { incoming, response, method, path, query } = request;
    const { origin } = upstream;
    let held = 0;
    const hasRoomFor = (bytes: number): boolean => request.hold((held += bytes));
    const [received, sent] = [createPassingBody(hasRoomFor), createPassingBody(hasRoomFor)];
    // Host is that of the connection, and a client that expects `100 Continue` has had it from us.
    const asked = endToEnd(incoming.rawHeaders, (name) => name === 'host' || name === 'expect');
    const toMade = (body: Uint8Array = NOTHING) =>
      madeRequest({ method, path, query, origin, headers: decoded(asked), body });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      if (incoming.headers.expect !== undefined) response.writeContinue();
      const answer = await (
        await openAgent()
      ).request({
        origin,
        path: upstream.toPath(targetOf(request)),
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
      const body = await received.read(request.header('content-encoding'));
      const content = await sent.read(new Headers(headerPairs(lines)).get('content-encoding') ?? '');
      // Parts of a form are read one after the other.
      const isForm = /^multipart\//i.test(request.header('content-type') ?? '');
      const isCut = body === undefined || (!isForm && body.byteLength > MOST_VALIDATED);
      const reply = await toReply(answer.statusCode, lines, method === 'HEAD' ? undefined : content, run);
      if (isCut || (content?.byteLength ?? Infinity) > MOST_VALIDATED)
        noticed({ level: 'warn', message: `a body of ${method} ${path} is not validated: it is too large, or coded` });
      return { request: toMade(body), reply, source: 'upstream', isCut };
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        throw new RequestAborted();
      }
      const { members } = plainProblem(502, {
        detail: `${origin} gave no response (${codeOf(error)}): is the service running, and is this its URL?`,
      });
      const reply = renderProblem(members, { problemBase: '', instance: path, traceId: '' });
      return { request: toMade(), reply, source: 'engine', isCut: true };
    }
  };

const NOTHING = new Uint8Array(0);

/** Without what is about the bytes on their way (RFC 9110, 8.4 and 8.6). */
const decoded = (lines: readonly string[]): [name: string, value: string][] =>
  headerPairs(lines).filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));

/** `body` is undefined if it is not known: then, as where it is large, only its media type is validated. */
const toReply = async (
  status: number,
  lines: readonly string[],
  body: Buffer | undefined,
  run: RunInSlices,
): Promise<Reply> => {
  const { 'content-type': mediaType = '', ...headers } = Object.fromEntries(new Headers(decoded(lines)));
  const sent = { status, headers, isSent: true } as const;
  if (body === undefined && mediaType !== '') return { ...sent, live: { mediaType, pieces: Readable.from([]) } };
  if (body === undefined || body.byteLength === 0) return sent;
  const isRead = isJsonMediaType(mediaType) && body.byteLength <= MOST_VALIDATED;
  const value = isRead ? await toValue(body.toString(), run) : undefined;
  return { ...sent, content: { ...binaryContent(body, mediaType), value } };
};

const LIMITS = { depth: 200, values: 1_000_000, members: Infinity, keepsDecimals: true };

const toValue = (text: string, run: RunInSlices): Promise<unknown> =>
  run(parseJsonInSteps(text, LIMITS)).then(
    ({ value }) => value,
    () => text,
  );

/** Largest body that is recorded, in bytes. */
const MOST_RECORDED = 16 * 1_048_576;

/** A body on its way, of which a copy is kept as long as there is room for it. */
const createPassingBody = (hasRoomFor: (bytes: number) => boolean) => {
  let kept: Buffer[] | undefined = [];
  let size = 0;
  return {
    tap: async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > MOST_RECORDED || !hasRoomFor(chunk.byteLength)) kept = undefined;
        kept?.push(chunk);
        yield chunk;
      }
    },
    /** Without its content coding; undefined if it is not known as a whole. */
    read: async (coding = ''): Promise<Buffer | undefined> => {
      if (kept === undefined || size === 0 || coding === '') return kept && Buffer.concat(kept);
      return DECODERS[coding.toLowerCase()]?.(Buffer.concat(kept), { maxOutputLength: MOST_RECORDED }).catch(
        () => undefined,
      );
    },
  };
};

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** The codings of RFC 9110, 8.4.1, and Brotli (RFC 7932). */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip) as Decode,
  deflate: promisify(inflate) as Decode,
  br: promisify(brotliDecompress) as Decode,
};
