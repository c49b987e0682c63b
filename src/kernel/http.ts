import { stringifyJson } from './json.ts';

/** A request as every edge hands it over: nothing in the engine knows Express. */
export interface ApiRequest {
  /** Upper case. */
  readonly method: string;
  /** The path as sent, percent-encoding untouched, without the query. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly query: string;
  /** `scheme://host[:port]` as the client addressed us: what it expects to see in links. */
  readonly origin: string;
  /** The values of a header, one per line received; empty when absent. Names in lower case. */
  readonly headerLines: (name: string) => readonly string[];
  /** The value of a header, several lines joined by a comma. Names in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Reads the body once, up to `limit` bytes; throws {@link BodyTooLarge} beyond. Empty when there is none. */
  readonly readBody: (limit: number) => Promise<Uint8Array>;
  /** Names and values of all headers in turn, as they came; undefined for a request that nobody sent. */
  readonly rawHeaders?: readonly string[];
  /** What `readBody` has read: the whole body, or nothing yet. */
  readonly bodyRead?: () => Uint8Array | undefined;
  /** Does something when the client leaves before it has its whole answer. */
  readonly whenGone?: (task: () => void) => void;
}

/** The body is larger than its reader accepts. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The client went away, or took too long, before its body was complete: there is nobody left to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

export interface Content {
  readonly mediaType: string;
  /** Text stays text: a small one leaves in one piece with the headers. */
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  /** What the body was made from, for whoever checks an answer against the description. */
  readonly value: unknown;
}

export interface LiveContent {
  readonly mediaType: string;
  /** Asked for the next piece when the former one is on its way; told to `return` when the client has left. */
  readonly pieces: AsyncIterable<string>;
}

export interface Reply {
  readonly status: number;
  /** Names in lower case. `content-type` and `content-length` follow from `content`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: Content | undefined;
  /** A body that is sent as it comes into being, in the place of `content`. */
  readonly live?: LiveContent | undefined;
  /** What befalls it on its way to the client; the edge makes it happen. */
  readonly fault?: Fault;
}

export interface Fault {
  /** How long the answer is held back, in milliseconds of real time. */
  readonly delay: number;
  readonly failure?: Failure | undefined;
}

/** WireMock's four, and a body that trickles. */
export type Failure =
  | {
      readonly kind:
        'CONNECTION_RESET_BY_PEER' | 'EMPTY_RESPONSE' | 'MALFORMED_RESPONSE_CHUNK' | 'RANDOM_DATA_THEN_CLOSE';
    }
  | { readonly kind: 'slow-body'; readonly pieces: number; readonly milliseconds: number };

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
