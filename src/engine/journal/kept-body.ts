/** A body as the journal stores it: the original object, not a copy, unless it is long. */
export interface KeptBody {
  /** From the Content-Type header; empty if there was none. */
  readonly mediaType: string;
  /** The beginning of the body if `isCut`. */
  readonly body: string | Uint8Array;
  /** Size of the complete body. */
  readonly byteLength: number;
  readonly isCut: boolean;
}

/** Maximum number of bytes stored of one body; typical bodies are far smaller. */
export const BODY_KEPT = 16 * 1024;

export const keepBody = (mediaType: string, body: string | Uint8Array, byteLength: number): KeptBody => {
  if (byteLength <= BODY_KEPT) return { mediaType, body, byteLength, isCut: false };
  // A slice would keep the whole body alive, so this is the one case in which bytes are copied.
  const begin = typeof body === 'string' ? Buffer.from(body.slice(0, BODY_KEPT)) : body;
  return { mediaType, body: Uint8Array.from(begin.subarray(0, BODY_KEPT)), byteLength, isCut: true };
};

/** The body as text, without an incomplete character at the end of a truncated one. */
export const textOf = ({ body, isCut }: KeptBody): string => {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return isCut ? text.replace(/\uFFFD$/, '') : text;
};

/** Size in bytes. */
export const weightOf = (kept: KeptBody | undefined): number =>
  kept === undefined ? 0 : Math.min(kept.byteLength, BODY_KEPT);
