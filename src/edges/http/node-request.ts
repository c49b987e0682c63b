import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiRequest } from '../../kernel/http.ts';
import { headerLines } from '../../kernel/raw-headers.ts';
import type { BodyBudget, BodyShare } from './body-budget.ts';
import { type PassedOn, passedOn } from './passed-on.ts';
import { toNetwork } from './to-network.ts';
import { readBody } from './read-body.ts';

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
    this.#share ??= this.#budget?.open(toNetwork(this.address));
    if (this.#share?.growTo(bytes) === false) return false;
    this.response.once('close', () => {
      this.release();
    });
    return true;
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
