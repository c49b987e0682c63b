import type { ClientRequest, IncomingMessage } from 'node:http';
import type { NodeRequest } from '../http/node-request.ts';
import { hasBody } from '../http/send-reply.ts';

/** Bytes of a body on its way that are kept, so that it can be sent or read again. */
const KEPT = 65_536;

/**
 * The body of a request on its way to a peer, no faster than that one reads. `readable` events instead of a pipe: once they are
 * no longer listened to, the rest is there for whoever reads next.
 */
export class KeptBody {
  readonly #incoming: IncomingMessage & { body?: unknown };
  #kept: Uint8Array[] = [];
  #size = 0;
  #isForgotten = false;
  #target: ClientRequest | undefined;
  #isEnded: boolean;

  constructor(request: NodeRequest) {
    this.#incoming = request.incoming;
    const whole = request.bodyRead() ?? (this.#incoming.readableEnded ? this.#incoming.body : undefined);
    if (whole instanceof Uint8Array) this.#kept.push(whole);
    this.#isEnded = whole !== undefined || this.#incoming.readableEnded || !hasBody(this.#incoming);
  }

  /** Whether all that has been read so far can be sent again. */
  get isKept(): boolean {
    return !this.#isForgotten;
  }

  /** Whether all has been read; also if there is no body. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Sends what has been read before, and goes on reading. */
  sendTo(target: ClientRequest): void {
    for (const chunk of this.#kept) target.write(chunk);
    if (this.#isEnded) {
      target.end();
      return;
    }
    this.#target = target;
    target.on('drain', this.#move);
    this.#incoming.on('readable', this.#move).on('end', this.#end);
    this.#move();
    // The peer may refuse the request before any of its body has come.
    if (this.#kept.length === 0 && !this.#isForgotten) target.flushHeaders();
  }

  stop(): void {
    this.#target?.off('drain', this.#move);
    this.#target = undefined;
    this.#incoming.off('readable', this.#move).off('end', this.#end);
  }

  /** Makes the body readable from its beginning; false if it is too long. */
  restore(): boolean {
    this.stop();
    if (this.#isForgotten) return false;
    const [first] = this.#kept;
    if (first === undefined) return true;
    const bytes = this.#kept.length === 1 ? first : Buffer.concat(this.#kept);
    // Where the body of a consumed stream is looked for.
    if (this.#incoming.readableEnded) this.#incoming.body = bytes;
    else this.#incoming.unshift(bytes);
    return true;
  }

  readonly #move = (): void => {
    while (this.#target?.writableNeedDrain === false) {
      const chunk = this.#incoming.read() as Buffer | null;
      if (chunk === null) return;
      this.#keep(chunk);
      this.#target.write(chunk);
    }
  };

  readonly #end = (): void => {
    this.#isEnded = true;
    this.#target?.end();
  };

  #keep(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > KEPT) {
      this.#isForgotten = true;
      this.#kept = [];
    } else this.#kept.push(chunk);
  }
}
