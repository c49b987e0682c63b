/** A body as the journal keeps it: what was sent itself, not a copy, unless it is long. */
export interface KeptBody {
  /** As its Content-Type says; empty when there was none. */
  readonly mediaType: string;
  /** The beginning where `isCut`. */
  readonly body: string | Uint8Array;
  /** Of the whole. */
  readonly byteLength: number;
  readonly isCut: boolean;
}

/** More than this of one body is not kept; usual bodies are far shorter. */
export const BODY_KEPT = 16 * 1024;

export const keepBody = (mediaType: string, body: string | Uint8Array, byteLength: number): KeptBody => {
  if (byteLength <= BODY_KEPT) return { mediaType, body, byteLength, isCut: false };
  // A piece of it would hold on to the whole: this is the one case in which bytes are copied.
  const begin = typeof body === 'string' ? Buffer.from(body.slice(0, BODY_KEPT)) : body;
  return { mediaType, body: Uint8Array.from(begin.subarray(0, BODY_KEPT)), byteLength, isCut: true };
};

/** The body as text; what an end in the middle of a character leaves over is taken away. */
export const textOf = ({ body, isCut }: KeptBody): string => {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return isCut ? text.replace(/\uFFFD$/, '') : text;
};

/** What it takes up. */
export const weightOf = (kept: KeptBody | undefined): number =>
  kept === undefined ? 0 : Math.min(kept.byteLength, BODY_KEPT);
