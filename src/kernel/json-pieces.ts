import { canonicalize } from './canonical-json.ts';
import type { Content } from './http.ts';
import { type Json, stringifyJson } from './json.ts';
import type { Steps } from './time-slices.ts';

type Write = (text: string) => void;

interface Form {
  readonly members: (value: object) => readonly (readonly [string, unknown])[];
  readonly toText: (value: unknown) => string;
}

/**
 * Writes a large value as JSON in pieces: containers down to `depth` member by member, everything below at once, and so
 * what is short anyway. The pieces together are the text that {@link stringifyJson} returns.
 */
export const writeJson = (value: unknown, depth: number, write: Write): Steps<void> =>
  writePieces(value, depth, { write, form: PLAIN });

/** The same in canonical form, as {@link canonicalize} returns it. */
export const writeCanonicalJson = (value: Json, depth: number, write: Write): Steps<void> =>
  writePieces(value, depth, { write, form: CANONICAL });

/** Bytes of text that are encoded at once. */
const CHUNK = 65_536;

/** Characters that take less time than the steps in which their members would be written. */
const SHORT = 2048;

/** Large JSON as a body, in steps. Bytes, since a text of this size would be encoded at once when it is sent. */
export function* composeContent(value: unknown, depth: number): Steps<Content> {
  const chunks: Buffer[] = [];
  let text = '';
  const flush = (): void => {
    chunks.push(Buffer.from(text));
    text = '';
  };
  yield* writeJson(value, depth, (piece) => {
    text += piece;
    if (text.length >= CHUNK) flush();
  });
  flush();
  const body = yield* join(chunks);
  return { mediaType: 'application/json', body, byteLength: body.byteLength, value };
}

/** Chunks that are joined at once: a mebibyte. */
const JOINED = 16;

function* join(chunks: readonly Buffer[]): Steps<Buffer> {
  const whole = Buffer.allocUnsafeSlow(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const [index, chunk] of chunks.entries()) {
    at += chunk.copy(whole, at);
    if (index % JOINED === JOINED - 1) yield;
  }
  return whole;
}

const PLAIN: Form = {
  members: (value) => Object.entries(value).filter(([, member]) => member !== undefined),
  toText: stringifyJson,
};

const CANONICAL: Form = {
  members: (value) =>
    Object.entries(value)
      .map(([key, member]) => [key, (member as unknown) ?? null] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  toText: (value) => canonicalize(value as Json),
};

function* writePieces(
  value: unknown,
  depth: number,
  options: { readonly write: Write; readonly form: Form },
): Steps<void> {
  const { write, form } = options;
  if (typeof value === 'string' && value.length > CHUNK) {
    yield* writeLongText(value, write);
    return;
  }
  if (depth === 0 || typeof value !== 'object' || value === null || sizeUpTo(SHORT, value) <= SHORT) {
    write(form.toText(value));
    yield;
    return;
  }
  const isList = Array.isArray(value);
  write(isList ? '[' : '{');
  let isFirst = true;
  for (const [key, member] of isList ? value.entries() : form.members(value)) {
    if (!isFirst) write(',');
    isFirst = false;
    if (!isList) write(`${JSON.stringify(key)}:`);
    yield* writePieces(member, depth - 1, options);
  }
  write(isList ? ']' : '}');
}

/** A file in base64 has millions of characters. */
function* writeLongText(text: string, write: Write): Steps<void> {
  write('"');
  for (let from = 0; from < text.length;) {
    const end = Math.min(text.length, from + CHUNK);
    // The halves of a character stay together.
    const next = isHighHalf(text.charCodeAt(end - 1)) ? end + 1 : end;
    write(JSON.stringify(text.slice(from, next)).slice(1, -1));
    from = next;
    yield;
  }
  write('"');
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The length of the JSON text of a value; some number above `most` if it is longer, without looking at the rest. */
export const sizeUpTo = (most: number, value: unknown): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let size = 2;
  if (Array.isArray(value))
    for (const item of value) {
      if (size > most) break;
      size += sizeUpTo(most - size, item) + 1;
    }
  else
    for (const key in value) {
      if (size > most) break;
      size += key.length + 4 + sizeUpTo(most - size, (value as Record<string, unknown>)[key]);
    }
  return size;
};
