import { createHash, hash } from 'node:crypto';
import type { Json } from '../../kernel/json.ts';
import type { DecodedBody } from '../pipeline/exchange.ts';

/**
 * JSON with the members of each object in order, numbers by their value: two bodies that mean the same have the same
 * text. Assumption: idempotency-fingerprint.
 */
export const canonicalize = (value: Json): string => {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalize(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalize(member ?? null)}`).join(',')}}`;
};

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The boundary of a multipart body changes with every attempt, so that its parts are compared. */
const contentOf = (body: DecodedBody): string => {
  switch (body.kind) {
    case 'none':
      return '';
    case 'json':
      return canonicalize(body.value);
    case 'form':
      return canonicalize([
        Object.fromEntries(Object.entries(body.fields).map(([name, values]) => [name, [...values]])),
        body.files.map(({ field, fileName, mediaType, bytes }) => [field, fileName, mediaType, digest(bytes)]),
      ]);
    case 'text':
      return body.text;
    case 'binary':
      return digest(body.bytes);
  }
};

/** What makes two requests under one Idempotency-Key the same: method, path, kind of body and its content. */
export const fingerprintOf = (method: string, path: string, body: DecodedBody): string => {
  const kind = body.kind === 'none' ? '' : body.content.mediaType;
  return hash('sha256', `${method}\n${path}\n${kind}\n${contentOf(body)}`, 'base64url');
};
