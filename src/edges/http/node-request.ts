import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BodyBudget, BodyShare } from './body-budget.ts';
import { type PassedOn, passedOn } from './passed-on.ts';
import { toNetwork } from './sender-network.ts';
import { type ApiRequest, BodyTooLarge, headerLines, RequestAborted, ServerBusy } from '../../kernel/http.ts';

/**
 * Adapts Node's request to the engine's interface. The body is read on demand.
 */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly origin: string;
  readonly rawHeaders: readonly string[];
  /** Times that servers of the same database have passed it on; 0 if it came from its client. */
  readonly hops: number;
  readonly incoming: IncomingMessage;
  readonly #headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  /** Whether the connection closes after the response. */
  readonly isLast: () => boolean;
  readonly #passed: PassedOn | undefined;
  readonly #budget: BodyBudget | undefined;
  #share: BodyShare | undefined;
  #reading: Promise<Uint8Array> | undefined;
  #body: Uint8Array | undefined;

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    toOrigin: (host: string | undefined) => string,
    isLast: () => boolean,
    budget?: BodyBudget,
  ) {
    const url = incoming.url ?? '/';
    const mark = url.indexOf('?');
    this.method = incoming.method ?? 'GET';
    this.path = toPath(mark < 0 ? url : url.slice(0, mark));
    this.query = mark < 0 ? '' : url.slice(mark + 1);
    this.#headers = incoming.headers;
    this.rawHeaders = shareWithFormer(incoming);
    this.incoming = incoming;
    this.response = response;
    this.#passed = passedOn.get(incoming);
    this.origin = this.#passed?.origin ?? toOrigin(this.#headers.host);
    this.hops = this.#passed?.hops ?? 0;
    this.isLast = isLast;
    this.#budget = budget;
  }

  get address(): string | undefined {
    return this.#passed?.address ?? this.incoming.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  headerLines(name: string): readonly string[] {
    // Node's own per-header list is built for all headers at once; only one is needed.
    return headerLines(this.rawHeaders, name);
  }

  readBody(limit: number, reader?: string): Promise<Uint8Array> {
    if (this.#body !== undefined && this.#body.byteLength <= limit) return Promise.resolve(this.#body);
    this.#share ??= this.#budget?.open(reader ?? toNetwork(this.address));
    // A request for a token is read twice: first to find out where to answer it.
    return (this.#reading ??= readBody(this.incoming, this.response, limit, this.#share).then(
      (bytes) => (this.#body = bytes),
    ));
  }

  /** Counts a large response like a body, until it has been sent; false if there is no room. */
  holdUntilSent(bytes: number): boolean {
    if (!this.hold(bytes)) return false;
    this.response.once('close', () => {
      this.release();
    });
    return true;
  }

  /** Counts so many bytes that are kept of the bodies of its exchange; false if there is no room. */
  hold(bytes: number): boolean {
    this.#share ??= this.#budget?.open(toNetwork(this.address));
    return this.#share?.growTo(bytes) !== false;
  }

  /** Gives back the share of the body budget, when the request has been processed. */
  release(): void {
    this.#share?.release();
  }

  bodyRead(): Uint8Array | undefined {
    return this.#body;
  }

  whenGone(task: () => void): void {
    const response = this.response;
    if (response.destroyed) task();
    else
      response.once('close', () => {
        if (!response.writableFinished) task();
      });
  }
}

/** Raw headers of the previous request on a connection. */
const former = new WeakMap<Socket, readonly string[]>();

/**
 * A client sends nearly the same headers each time. Reuses the strings of the previous request for equal values: the
 * journal then holds one long token instead of a thousand, and GET /me is 5 % faster (Node 24, 2 cores).
 */
const shareWithFormer = ({ rawHeaders, socket }: IncomingMessage): readonly string[] => {
  const before = former.get(socket);
  if (before !== undefined)
    for (let i = 0; i < rawHeaders.length; i++) {
      const text = before[i];
      if (text !== undefined && text === rawHeaders[i]) rawHeaders[i] = text;
    }
  former.set(socket, rawHeaders);
  return rawHeaders;
};

/** Characters that Node accepts although a URI must not contain them; the `instance` of a problem is a URI. */
const NOT_IN_A_URI = /["<>\\^`{|}]/;
const EACH_NOT_IN_A_URI = new RegExp(NOT_IN_A_URI, 'g');

/**
 * The absolute form of a proxy request (`GET http://host/path`) repeats the host. A request about the server has `*`.
 * Throws ERR_INVALID_URL for any other target.
 */
const toPath = (target: string): string => {
  if (!target.startsWith('/')) return target === '*' ? '/' : new URL(target).pathname;
  // A test takes a third of the time of a replacement that finds nothing.
  if (!NOT_IN_A_URI.test(target)) return target;
  return target.replace(EACH_NOT_IN_A_URI, (character) => `%${character.charCodeAt(0).toString(16)}`);
};

const EMPTY = new Uint8Array(0);

/**
 * Reads up to `limit` bytes. A body with a larger Content-Length, or one that exceeds the budget, is not read at all;
 * one that turns out larger only up to the limit: the response is sent while the client is still sending.
 */
export const readBody = (
  incoming: IncomingMessage,
  response: ServerResponse,
  limit: number,
  share: BodyShare | undefined,
): Promise<Uint8Array> => {
  const announced = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (announced > limit) return Promise.reject(new BodyTooLarge());
  const isChunked = Number.isNaN(announced);
  if (announced === 0 || (isChunked && incoming.headers['transfer-encoding'] === undefined))
    return Promise.resolve(EMPTY);
  if (incoming.readableEnded) return readAgain(incoming, limit);
  // Counted before it arrives: a client may announce a body and hold it back.
  if (!isChunked && share?.growTo(announced) === false) return Promise.reject(new ServerBusy());
  if (incoming.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  // A client that has already disconnected raises no more events. A complete request is still processed: the client may
  // fetch the response later.
  if (incoming.destroyed) {
    const rest = incoming.read() as Buffer | null;
    return incoming.complete ? Promise.resolve(rest ?? EMPTY) : Promise.reject(new RequestAborted());
  }
  return new Promise((resolve, reject) => {
    const collected = isChunked ? new ChunkedBody() : new AnnouncedBody(announced);
    let size = 0;
    let isWhole = false;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) refuse(new BodyTooLarge());
      else if (isChunked && share?.growTo(size) === false) refuse(new ServerBusy());
      else collected.add(chunk);
    };
    const refuse = (error: Error): void => {
      incoming.off('data', onData);
      reject(error);
    };
    const onEnd = (): void => {
      isWhole = true;
      resolve(collected.whole());
    };
    // The listeners are not removed: they are released with the request, and removing four of them costs more than an
    // unneeded call.
    const onBroken = (): void => {
      if (!isWhole) reject(new RequestAborted());
    };
    incoming.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken);
  });
};

interface Collected {
  readonly add: (chunk: Buffer) => void;
  readonly whole: () => Uint8Array;
}

/** Copies to the place where the whole will be: joining the parts at the end would take the memory twice. */
class AnnouncedBody implements Collected {
  readonly #announced: number;
  #whole: Buffer | undefined;
  #size = 0;

  constructor(announced: number) {
    this.#announced = announced;
  }

  add(chunk: Buffer): void {
    if (chunk.length === this.#announced) this.#whole = chunk;
    else chunk.copy((this.#whole ??= Buffer.allocUnsafeSlow(this.#announced)), this.#size);
    this.#size += chunk.length;
  }

  whole(): Uint8Array {
    return this.#whole ?? EMPTY;
  }
}

/** Chunks of one byte would take two hundred times their size, so that many are joined to one. */
const JOINED = 128;

class ChunkedBody implements Collected {
  readonly #blocks: Buffer[] = [];
  #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    if (this.#chunks.push(chunk) === JOINED) this.#join();
  }

  whole(): Uint8Array {
    this.#join();
    return this.#blocks.length === 1 ? (this.#blocks[0] ?? EMPTY) : Buffer.concat(this.#blocks);
  }

  #join(): void {
    const [first] = this.#chunks;
    if (first !== undefined) this.#blocks.push(this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks));
    this.#chunks = [];
  }
}

/** In a user's application a body parser may have consumed the stream; its result is in `body`. */
const readAgain = (incoming: IncomingMessage & { readonly body?: unknown }, limit: number): Promise<Uint8Array> => {
  const bytes = Buffer.from(toBytes(incoming.body, incoming.headers['content-type'] ?? ''));
  return bytes.byteLength > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes);
};

const toBytes = (body: unknown, mediaType: string): Uint8Array | string => {
  if (body === undefined || body === null) return EMPTY;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return mediaType.startsWith('application/x-www-form-urlencoded')
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body);
};
