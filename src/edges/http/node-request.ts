import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiRequest, BodyTooLarge, RequestAborted } from '../../kernel/http.ts';
import { headerLines } from '../../kernel/raw-headers.ts';

const EMPTY = new Uint8Array(0);

/**
 * Adapts Node's request to the engine's interface. The body is read on demand.
 */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly origin: string;
  readonly rawHeaders: readonly string[];
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  #body: Uint8Array | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse, toOrigin: (host: string | undefined) => string) {
    const url = incoming.url ?? '/';
    const mark = url.indexOf('?');
    this.method = incoming.method ?? 'GET';
    this.path = toPath(mark < 0 ? url : url.slice(0, mark));
    this.query = mark < 0 ? '' : url.slice(mark + 1);
    this.origin = toOrigin(incoming.headers.host);
    this.rawHeaders = shareWithFormer(incoming);
    this.#incoming = incoming;
    this.#response = response;
  }

  get address(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  headerLines(name: string): readonly string[] {
    // Node's own per-header list is built for all headers at once; only one is needed.
    return headerLines(this.rawHeaders, name);
  }

  readBody(limit: number): Promise<Uint8Array> {
    return readBody(this.#incoming, this.#response, limit).then((bytes) => (this.#body = bytes));
  }

  bodyRead(): Uint8Array | undefined {
    return this.#body;
  }

  whenGone(task: () => void): void {
    const response = this.#response;
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
const NOT_IN_A_URI = /["<>\\^`{|}]/g;

/** The absolute form of a proxy request (`GET http://host/path`) repeats the host. */
const toPath = (target: string): string => {
  if (!target.startsWith('/')) return URL.canParse(target) ? new URL(target).pathname : '/';
  return target.replace(NOT_IN_A_URI, (character) => `%${character.charCodeAt(0).toString(16)}`);
};

/**
 * Reads up to `limit` bytes. A body with a larger Content-Length is not read at all, one that turns out larger only up
 * to the limit: the response is sent while the client is still sending.
 */
const readBody = (incoming: IncomingMessage, response: ServerResponse, limit: number): Promise<Uint8Array> => {
  const announced = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (announced > limit) return Promise.reject(new BodyTooLarge());
  if (announced === 0 || (Number.isNaN(announced) && incoming.headers['transfer-encoding'] === undefined))
    return Promise.resolve(EMPTY);
  if (incoming.readableEnded) return readAgain(incoming, limit);
  if (incoming.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  // A client that has already disconnected raises no more events. A complete request is still processed: the client may
  // fetch the response later.
  if (incoming.destroyed) {
    const rest = incoming.read() as Buffer | null;
    return incoming.complete ? Promise.resolve(rest ?? EMPTY) : Promise.reject(new RequestAborted());
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      incoming.off('data', onData);
      reject(new BodyTooLarge());
    };
    const onEnd = (): void => {
      isWhole = true;
      resolve(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks));
    };
    // The listeners are not removed: they are released with the request, and removing four of them costs more than an
    // unneeded call.
    const onBroken = (): void => {
      if (!isWhole) reject(new RequestAborted());
    };
    incoming.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken);
  });
};

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
