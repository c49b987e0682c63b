import { isUtf8 } from 'node:buffer';
import { problem } from '../problems/problem.ts';
import { isObject, JsonError, stringifyJson } from '../../kernel/json.ts';
import type { Sequence } from '../../kernel/media-type.ts';

/** The text of a body, without a byte order mark; throws 400 for bytes that are no UTF-8. */
export const toText = (bytes: Uint8Array): string => {
  if (!isUtf8(bytes)) throw problem('malformed-request', { detail: 'The body is not valid UTF-8.' });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
};

/** 400 for a text that is not acceptable JSON. */
export const toMalformed = (error: unknown): unknown =>
  error instanceof JsonError ? problem('malformed-request', { detail: `Invalid JSON: ${error.message}.` }) : error;

/** RFC 7464: begins each JSON text. */
const SEPARATOR = '\u001E';

const isFilled = (text: string): boolean => text.trim() !== '';

/** The items of a sequence, each as JSON. */
export const readSequence = (text: string, sequence: Sequence): readonly string[] => {
  if (sequence === 'events') return readEvents(text).map((event) => JSON.stringify(event));
  return text.split(sequence === 'records' ? SEPARATOR : '\n').filter(isFilled);
};

/**
 * Server-sent events as objects of their fields, parsed as HTML says (OpenAPI 3.2.0, section 4.14.3.4): comments, unknown fields and
 * values that are none are left out, as are blocks without data, and `retry` is a number. A last event needs no blank line here.
 */
const readEvents = (text: string): readonly Record<string, unknown>[] =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const event: Record<string, unknown> = {};
      for (const line of block.split('\n')) {
        const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'data') event['data'] = 'data' in event ? `${String(event['data'])}\n${value}` : value;
        else if (field === 'event' || (field === 'id' && !value.includes('\0'))) event[field] = value;
        else if (field === 'retry' && /^\d+$/.test(value)) event[field] = Number(value);
      }
      return 'data' in event ? [event] : [];
    });

export const writeSequence = (items: readonly unknown[], sequence: Sequence): string =>
  items
    .map((item) => {
      if (sequence === 'events') return writeEvent(item);
      return `${sequence === 'records' ? SEPARATOR : ''}${stringifyJson(item)}\n`;
    })
    .join('');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value));

const writeEvent = (item: unknown): string => {
  const fields = isObject(item) ? Object.entries(item) : [['data', item] as const];
  const lines = fields.flatMap(([field, value]) =>
    textOf(value)
      .split('\n')
      .map((line) => `${field}: ${line}\n`),
  );
  return `${lines.join('')}\n`;
};
