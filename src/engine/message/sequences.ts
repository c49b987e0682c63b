import { stringifyJson } from '../../kernel/json.ts';
import { isObject } from '../../kernel/is-object.ts';
import type { Sequence } from '../../kernel/media-type.ts';

/** RFC 7464: begins each JSON text. */
const SEPARATOR = '\u001E';

const isFilled = (text: string): boolean => text.trim() !== '';

/** The items of a sequence, each as JSON. */
export const readSequence = (text: string, sequence: Sequence): readonly string[] => {
  if (sequence === 'events') return readEvents(text).map((event) => JSON.stringify(event));
  return text.split(sequence === 'records' ? SEPARATOR : '\n').filter(isFilled);
};

/**
 * Server-sent events as objects of their fields (OpenAPI 3.2.0, section 4.14.3.2): comments and unknown fields are left out, `data` of several
 * lines is one text, and `retry` is a number.
 */
const readEvents = (text: string): readonly Record<string, unknown>[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const event: Record<string, unknown> = {};
      for (const line of block.split('\n')) {
        const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'data') event['data'] = 'data' in event ? `${String(event['data'])}\n${value}` : value;
        else if (field === 'event' || field === 'id') event[field] = value;
        else if (field === 'retry') event[field] = /^\d+$/.test(value) ? Number(value) : value;
      }
      return Object.keys(event).length > 0 ? [event] : [];
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
