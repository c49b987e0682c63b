import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, RequestAborted, ServerBusy } from '../../kernel/http.ts';
import type { BodyShare } from './body-budget.ts';

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
