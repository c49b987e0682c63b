import { isUtf8 } from 'node:buffer';
import { JsonError } from '../../kernel/json.ts';
import { problem } from '../problems/problem.ts';

/** The text of a body, without a byte order mark; throws 400 for bytes that are no UTF-8. */
export const toText = (bytes: Uint8Array): string => {
  if (!isUtf8(bytes)) throw problem('malformed-request', { detail: 'The body is not valid UTF-8.' });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
};

/** 400 for a text that is not acceptable JSON. */
export const toMalformed = (error: unknown): unknown =>
  error instanceof JsonError ? problem('malformed-request', { detail: `Invalid JSON: ${error.message}.` }) : error;
