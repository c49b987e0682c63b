import { type Reply, binaryContent, textContent } from '../../kernel/http.ts';
import type { Answer, AnswerSource } from '../message/answer.ts';
import { defineCollection } from '../sandbox/collection.ts';

/** The stored response to the first request under a key, for a byte-identical replay. */
export interface KeyRecord {
  readonly key: string;
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly beganAt: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType?: string;
  /** The body as text; undefined if there is none, or if it is binary. */
  readonly text?: string;
  readonly base64?: string;
  readonly source: AnswerSource;
}

export const keyRecords = defineCollection<KeyRecord>('idempotency', ({ key }) => key);

export const toKeyRecord = (
  { key, fingerprint, beganAt }: Pick<KeyRecord, 'key' | 'fingerprint' | 'beganAt'>,
  { reply: { status, headers, content }, source }: Answer,
): KeyRecord => {
  if (content === undefined) return { key, fingerprint, beganAt, status, headers, source };
  const { mediaType, body } = content;
  // Not spread from a common object, which would be copied for each request.
  if (typeof body === 'string') return { key, fingerprint, beganAt, status, headers, source, mediaType, text: body };
  const base64 = Buffer.from(body).toString('base64');
  return { key, fingerprint, beganAt, status, headers, source, mediaType, base64 };
};

export const toAnswer = (record: KeyRecord): Answer => {
  const { status, headers, source } = record;
  return { reply: { status, headers, content: contentOf(record) }, source };
};

const contentOf = ({ mediaType = '', text, base64 }: KeyRecord): Reply['content'] => {
  if (base64 !== undefined) return binaryContent(Buffer.from(base64, 'base64'), mediaType);
  return text === undefined ? undefined : textContent(text, mediaType, parse(text));
};

/** Replays are validated against the description too, which requires the parsed value. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
