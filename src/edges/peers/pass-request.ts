import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Peer } from '../../engine/sandbox/shared-access.ts';
import type { After } from '../../kernel/timers.ts';
import { endToEnd } from '../http/end-to-end.ts';
import type { NodeRequest } from '../http/node-request.ts';
import { PROOF, passedOn } from '../http/passed-on.ts';
import { breakOff, endAfterDraining, hasBody } from '../http/send-reply.ts';
import { type createConnections, isRefused, type PassOutcome } from './connections.ts';
import { readProof, CLIENT, HOPS, ORIGIN, SIGNATURE, TO, signPassing, PREFIX } from './signatures.ts';

export interface PassParts {
  readonly secret: Uint8Array;
  readonly after: After;
  readonly connections: ReturnType<typeof createConnections>;
}

/** Milliseconds until a connection must be there. */
const CONNECT_TIMEOUT = 2000;

/** Milliseconds between two questions whether the peer has been given up. */
const LOOK = 250;

/**
 * Passes a request on, and its answer back; resolves when the response is over. `isGivenUp` is asked every 250 ms while
 * the response head is awaited. Not for a request that has been passed on three times.
 */
export const createPass =
  (parts: PassParts) =>
  async (request: NodeRequest, peer: Peer, isGivenUp: () => boolean): Promise<PassOutcome> => {
    const { incoming, response, address, origin } = request;
    if (address === undefined || response.destroyed) return 'answered';
    const passing = { to: peer.id, client: address, origin, hops: String(request.hops + 1) };
    const signature = signPassing(parts.secret, incoming, passing);
    const headers = [
      ...endToEnd(incoming.rawHeaders, isOurs),
      ...toFraming(incoming),
      ...[TO, passing.to, CLIENT, passing.client, ORIGIN, origin, HOPS, passing.hops, SIGNATURE, signature],
    ];
    const body = new KeptBody(request);
    const attempt = (isFresh: boolean): Promise<PassOutcome | 'stale'> => {
      const { method = 'GET', url: path = '/' } = incoming;
      const upstream = parts.connections.request(peer, { method, path, headers, isFresh });
      return awaitOutcome(upstream, { request, body, signature, isGivenUp }, parts);
    };
    const outcome = await attempt(false);
    if (outcome === 'answered' || outcome === 'unanswered') return outcome;
    // Once a request has been sent again, the first attempt may have arrived.
    const last = outcome === 'stale' ? await attempt(true) : outcome;
    if (last === 'answered' || !body.restore()) return last === 'answered' ? last : 'lost';
    return last === 'gone' && outcome !== 'stale' ? 'gone' : 'unanswered';
  };

/** How the end of the body is told: from what Node has parsed, and never in two ways. */
const toFraming = ({ method, headers }: IncomingMessage): string[] => {
  if (headers['transfer-encoding'] !== undefined) return ['transfer-encoding', 'chunked'];
  // Node would announce a body where a client of these methods has announced none.
  if (headers['content-length'] === undefined && !BODILESS.has(method ?? '')) return ['content-length', '0'];
  return [];
};

const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** `stale` if the connection, used before, ended without a byte of response: the peer had closed it. */
const awaitOutcome = (
  upstream: ClientRequest,
  {
    request,
    body,
    signature,
    isGivenUp,
  }: {
    readonly request: NodeRequest;
    readonly body: KeptBody;
    readonly signature: string;
    readonly isGivenUp: () => boolean;
  },
  { secret, after, connections }: PassParts,
): Promise<PassOutcome | 'stale'> =>
  new Promise((resolve) => {
    const { incoming, response } = request;
    let hasHead = false;
    let bytesBefore = 0;

    const end = (outcome: PassOutcome | 'stale'): void => {
      connecting.cancel();
      looking.cancel();
      body.stop();
      response.off('close', leave);
      if (!upstream.destroyed) upstream.destroy();
      resolve(outcome);
    };
    // Also after a whole response.
    const leave = (): void => end('answered');
    const look = (): void => {
      if (isGivenUp()) end('lost');
      else looking = after(LOOK, look);
    };
    const connecting = after(CONNECT_TIMEOUT, () => end('lost'));
    let looking = after(LOOK, look);
    response.once('close', leave);

    const begin = (): void => {
      connecting.cancel();
      // Else the client sends its body when the peer needs it.
      if (incoming.headers.expect === undefined || body.isEnded) body.sendTo(upstream);
    };
    upstream.once('socket', (socket) => {
      bytesBefore = socket.bytesRead;
      if (upstream.reusedSocket) begin();
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', begin);
    });
    upstream.once('continue', () => {
      if (body.isEnded) return;
      response.writeContinue();
      body.sendTo(upstream);
    });
    upstream.on('error', (error) => {
      if (hasHead) return;
      const isUnused = upstream.reusedSocket && upstream.socket?.bytesRead === bytesBefore;
      if (isRefused(error)) end('gone');
      else end(isUnused && body.isKept && !connections.isClosed() ? 'stale' : 'lost');
    });
    upstream.once('response', (answer) => {
      hasHead = true;
      connecting.cancel();
      looking.cancel();
      // Its `close` tells whether it was whole.
      answer.on('error', () => undefined);
      const proof = readProof(answer, secret, signature);
      if (proof === 'other') end('gone');
      else if (proof === 'answered' || isRefusedByNode(answer))
        relayResponse(answer, request, () => {
          body.stop();
          // The peer does not want the rest of the body.
          if (!upstream.writableFinished) upstream.destroy();
        });
      else if (proof === undefined) end('lost');
      else {
        body.stop();
        answer.resume();
        breakOff(incoming, response, proof);
      }
    });
  });

/**
 * What Node refuses by itself has no proof: a body that does not come in time, and a head that is too large, as it may be with our
 * headers.
 */
const isRefusedByNode = ({ statusCode }: IncomingMessage): boolean => statusCode === 408 || statusCode === 431;

/**
 * Sends a peer's response to the client, as it comes. `whenWhole` is called before its end; if it breaks off, so does the
 * client's connection.
 */
const relayResponse = (
  answer: IncomingMessage,
  { incoming, response, isLast }: NodeRequest,
  whenWhole: () => void,
): void => {
  const isUnread = (): boolean => !incoming.complete && hasBody(incoming);
  const lines = endToEnd(answer.rawHeaders, isOurs);
  if (isUnread()) lines.push('connection', 'close');
  if (isLast()) response.shouldKeepAlive = false;
  const passed = passedOn.get(incoming);
  if (passed !== undefined) lines.push(PROOF, passed.prove('answered'));
  response.writeHead(answer.statusCode ?? 502, lines);
  // A stream begins before its first event. Any other head goes out with the body.
  if (answer.headers['transfer-encoding'] !== undefined) response.flushHeaders();
  answer.pipe(response, { end: false });
  answer.once('end', () => {
    whenWhole();
    if (isUnread()) endAfterDraining(incoming, response, undefined);
    else {
      // What is left of a body would keep the next request of this connection from being read.
      incoming.resume();
      response.end();
    }
  });
  answer.once('close', () => {
    if (!answer.readableEnded) response.destroy();
  });
};

/** Between servers of this kind. */
const isOurs = (name: string): boolean => name.startsWith(PREFIX);

/** Bytes of a body on its way that are kept, so that it can be sent or read again. */
const KEPT = 65_536;

/**
 * The body of a request on its way to a peer, no faster than that one reads. `readable` events instead of a pipe: once they are
 * no longer listened to, the rest is there for whoever reads next.
 */
class KeptBody {
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
