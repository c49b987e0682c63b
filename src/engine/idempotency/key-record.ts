import { binaryContent, type Reply } from '../../kernel/http.ts';
import { parsedOr } from '../../kernel/json.ts';
import { once } from '../../kernel/caches.ts';
import type { Answer } from '../message/message.ts';
import { defineRecords } from '../sandbox/collection.ts';
import { type TypeOf, instant, label, longText, matching, object, oneOf, schemaOf } from '../sandbox/record-schema.ts';

const headers = schemaOf<Readonly<Record<string, string>>>({
  type: 'object',
  propertyNames: { pattern: '^[a-z0-9-]{1,64}$' },
  additionalProperties: matching('^[\\x20-\\x7e]*$', 4096),
});

/** The stored response to the first request under a key, for a byte-identical replay. */
const schema = object({
  key: schemaOf<string>({ ...label, maxLength: 255 }),
  fingerprint: schemaOf<string>({ ...longText, maxLength: 20_000 }),
  beganAt: instant,
  status: schemaOf<number>({ type: 'integer', minimum: 200, maximum: 599 }),
  headers,
  'mediaType?': matching('^[\\x20-\\x7e]+$', 200),
  /** The body as text; absent if there is none, or if it is binary. */
  'text?': longText,
  'base64?': longText,
  source: oneOf('scenario', 'stateful', 'faked', 'engine', 'upstream'),
});

export type KeyRecord = TypeOf<typeof schema>;

export const keyRecords = defineRecords('idempotency', schema, ({ key }) => key);

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
  if (text === undefined) return undefined;
  // Parsed on demand: of the many replays of a server only a sample is validated, which requires the value.
  const parsed = once(() => ({ value: parsedOr<unknown, string>(text, () => JSON.parse(text)) }));
  return {
    mediaType,
    body: text,
    byteLength: Buffer.byteLength(text),
    get value() {
      return parsed().value;
    },
  };
};
