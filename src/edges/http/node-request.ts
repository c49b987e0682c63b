import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiRequest, BodyTooLarge, RequestAborted } from '../../kernel/http.ts';

const EMPTY = new Uint8Array(0);

/**
 * A request of Node's server as the engine wants it. Nothing is read before it is asked for. (A class: an object with these
 * functions would be made of nine, for each request.)
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

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  headerLines(name: string): readonly string[] {
    return linesOf(this.rawHeaders, name);
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

/** What the former request on a connection brought. */
const former = new WeakMap<Socket, readonly string[]>();

/**
 * A client sends nearly the same headers each time. Texts equal to those of the request before become the same text: the
 * journal then holds one long token and not a thousand, and whoever looks it up need not read it again.
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

/** Node's own list by line is made for all headers at once; one is asked for. */
const linesOf = (rawHeaders: readonly string[], name: string): string[] => {
  const lines: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name)
      lines.push(rawHeaders[i + 1] ?? '');
  return lines;
};

/** What Node lets pass although a URI must not hold it, and the `instance` of a problem is one. */
const NOT_IN_A_URI = /["<>\\^`{|}]/g;

/** A proxy's absolute form (`GET http://host/path`) names the host once more. */
const toPath = (target: string): string => {
  if (!target.startsWith('/')) return URL.canParse(target) ? new URL(target).pathname : '/';
  return target.replace(NOT_IN_A_URI, (character) => `%${character.charCodeAt(0).toString(16)}`);
};

/**
 * Reads up to `limit` bytes. A body that announces more is not read at all, one that turns out longer no further than
 * that: the answer goes out while the client is still sending.
 */
const readBody = (incoming: IncomingMessage, response: ServerResponse, limit: number): Promise<Uint8Array> => {
  const announced = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (announced > limit) return Promise.reject(new BodyTooLarge());
  if (announced === 0 || (Number.isNaN(announced) && incoming.headers['transfer-encoding'] === undefined))
    return Promise.resolve(EMPTY);
  if (incoming.readableEnded) return readAgain(incoming, limit);
  if (incoming.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  // A client that has left by now raises no event any more. What it sent whole still counts: it may ask for the answer.
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
    // Listeners are left where they are: they go with the request, and to take four of them away costs more than to be told
    // of its end for nothing.
    const onBroken = (): void => {
      if (!isWhole) reject(new RequestAborted());
    };
    incoming.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken);
  });
};

/** In an application of the user's a parser of bodies may have been there before; what it made of it is in `body`. */
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
