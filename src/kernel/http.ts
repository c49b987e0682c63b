import { stringifyJson } from './json.ts';

/** A request, independent of the server framework: the engine does not depend on Express. */
export interface ApiRequest {
  /** In upper case. */
  readonly method: string;
  /** The raw path without the query, still percent-encoded. */
  readonly path: string;
  /** The raw query string, without the question mark. */
  readonly query: string;
  /** `scheme://host[:port]` as the client addressed the server; the base of links in responses. */
  readonly origin: string;
  /** The values of a header, one per line received; empty if absent. `name` in lower case. */
  readonly headerLines: (name: string) => readonly string[];
  /** The value of a header; several lines are joined by a comma. `name` in lower case. */
  readonly header: (name: string) => string | undefined;
  /**
   * Reads the body, once, up to `limit` bytes; throws {@link BodyTooLarge} beyond, and {@link ServerBusy} if the bodies
   * in progress take too much memory. Empty if there is none. `reader` is the caller, if it is known.
   */
  readonly readBody: (limit: number, reader?: string) => Promise<Uint8Array>;
  /** IP address of the sender's connection; undefined for a request that did not come over HTTP. */
  readonly address?: string | undefined;
  /** Header names and values, alternating, as received; undefined for a request that did not come over HTTP. */
  readonly rawHeaders?: readonly string[];
  /** The body that `readBody` has read; undefined until it has been read completely. */
  readonly bodyRead?: () => Uint8Array | undefined;
  /** Sent by the server itself in the name of a client, whose rate-limit budget it does not use. */
  readonly usesNoBudget?: boolean;
  /** In a replay, the sandbox time at which the recorded request entered its sandbox, in milliseconds since the epoch. */
  readonly enteredAt?: number | undefined;
  /** Registers a callback for when the client disconnects before the response is complete. */
  readonly whenGone?: (task: () => void) => void;
}

export const isHttpUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Answers a request. */
export type Handle = (request: ApiRequest) => Promise<Reply>;

/** Whether a request only reads. */
export const isRead = ({ method }: Pick<ApiRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Path and query, as they are in a request line (RFC 9112, 3.2.1). */
export const targetOf = ({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string =>
  query === '' ? path : `${path}?${query}`;

/** The body exceeds the reader's limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The bodies of the requests in progress have used up the memory meant for them: the client should retry. */
export class ServerBusy extends Error {
  override readonly name = 'ServerBusy';
}

/** Headers of a response to a client that may retry as soon as others have been served. */
export const RETRY_SOON = { 'retry-after': '1' } as const;

/** The client disconnected or timed out before its body was complete: a response could no longer be delivered. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

export interface Content {
  readonly mediaType: string;
  /** Text is kept as a string: a short one is sent in one write with the headers. */
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  /** The value that the body was serialized from, for validating responses against the description. */
  readonly value: unknown;
}

export interface LiveContent {
  readonly mediaType: string;
  /** Pulled when the previous chunk has been written; `return` is called when the client disconnects. */
  readonly pieces: AsyncIterable<string | Uint8Array>;
}

/** Tells a producer that nobody reads on. A fault of its clean-up is nobody's: the client has left. */
export const stopPieces = async (pieces: AsyncIterator<unknown>): Promise<void> => {
  try {
    await pieces.return?.();
  } catch {
    // A user's own code may fail there.
  }
};

export interface Reply {
  readonly status: number;
  /** Names in lower case. `content-type` and `content-length` are derived from `content`. */
  readonly headers: Readonly<Record<string, string>>;
  /** How a socket gets their names; in lower case if absent. */
  readonly namesAs?: 'lower' | 'title' | 'upper' | undefined;
  readonly content?: Content | undefined;
  /** A streamed body; replaces `content`. */
  readonly live?: LiveContent | undefined;
  /** The fault to inject; the HTTP edge executes it. */
  readonly fault?: Fault;
  /** Another server has answered, and its response has been sent: nothing is left to send. */
  readonly isSent?: true;
}

export interface Fault {
  /** Delay of the response in milliseconds of real time. */
  readonly delay: number;
  readonly failure?: Failure | undefined;
}

/** WireMock's four faults, and a slow body. */
export type Failure =
  | {
      readonly kind:
        | 'CONNECTION_RESET_BY_PEER'
        | 'EMPTY_RESPONSE'
        | 'MALFORMED_RESPONSE_CHUNK'
        | 'RANDOM_DATA_THEN_CLOSE';
    }
  | { readonly kind: 'slow-body'; readonly pieces: number; readonly milliseconds: number };

/** What happens to the connection instead of a response. */
export type ConnectionFault = Exclude<Failure['kind'], 'slow-body'>;

export const isJsonMediaType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);

export const jsonContent = (value: unknown, mediaType = 'application/json'): Content =>
  textContent(stringifyJson(value), mediaType, value);

export const textContent = (text: string, mediaType: string, value: unknown = text): Content => ({
  mediaType,
  body: text,
  byteLength: Buffer.byteLength(text),
  value,
});

export const binaryContent = (bytes: Uint8Array, mediaType: string): Content => ({
  mediaType,
  body: bytes,
  byteLength: bytes.byteLength,
  value: bytes,
});

/** Raw headers are alternating names and values, in the order and case in which they were sent. */
export const headerPairs = (rawHeaders: readonly string[]): [name: string, value: string][] => {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) pairs.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return pairs;
};

/** The values of a header, whose name is given in lower case. */
export const headerLines = (rawHeaders: readonly string[], name: string): string[] => {
  const lines: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name)
      lines.push(rawHeaders[i + 1] ?? '');
  return lines;
};

/** A request that the program makes of itself, as if it had come over HTTP. */
export const madeRequest = ({
  headers,
  body,
  ...request
}: Pick<ApiRequest, 'method' | 'path' | 'query' | 'origin' | 'usesNoBudget' | 'enteredAt'> & {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}): ApiRequest => {
  const linesOf = (name: string): string[] =>
    headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  let read: Uint8Array | undefined;
  return {
    ...request,
    header: (name) => {
      const lines = linesOf(name);
      return lines.length === 0 ? undefined : lines.join(', ');
    },
    headerLines: linesOf,
    readBody: () => Promise.resolve((read = body)),
    rawHeaders: headers.flat(),
    bodyRead: () => read,
  };
};
