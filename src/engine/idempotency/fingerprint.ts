import { hash } from 'node:crypto';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { parseOwnJson } from '../../kernel/json.ts';
import type { DecodedBody } from '../message/decoded-body.ts';

const digest = (bytes: Uint8Array): string => hash('sha256', bytes);

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

/** Begins a fingerprint that is the request itself; no digest has it. */
const PLAIN = '=';

/** Characters of a body up to which its text is its fingerprint. Most bodies are shorter. */
const SHORT = 2048;

const HEAD = /^=(.*)\n(.*)\n(.*)\n/;

const toDigest = (head: string, content: string): string => hash('sha256', `${head}\n${content}`, 'base64url');

/**
 * What makes two requests under one Idempotency-Key the same: method, path, kind of body and its content. Nearly every
 * key is new, and nearly every repetition the same to the byte: a short text stays as it is, and its meaning is only
 * worked out when another text came under its key.
 */
export const fingerprintOf = (method: string, path: string, body: DecodedBody): string => {
  const head = headOf(method, path, body.kind === 'none' ? '' : body.content.mediaType);
  if (body.kind === 'json' && body.text.length <= SHORT) return head + body.text;
  return toDigest(head.slice(PLAIN.length, -1), contentOf(body));
};

/** The same to the byte, where that is assumed. */
export const exactFingerprintOf = (method: string, path: string, body: DecodedBody): string =>
  body.kind === 'none'
    ? toDigest([method, path].join('\n'), '')
    : toDigest([method, path, body.content.mediaType].join('\n'), digest(body.bytes));

let latest = { method: '', path: '', mediaType: '', head: '' };

/**
 * Requests of one kind follow each other, and fingerprints are kept for a day: those of the same path share the text that
 * they begin with. Joined, because a text that is put together piece by piece is also kept piece by piece.
 */
const headOf = (method: string, path: string, mediaType: string): string => {
  if (latest.path !== path || latest.method !== method || latest.mediaType !== mediaType)
    latest = { method, path, mediaType, head: [`${PLAIN}${method}`, path, mediaType, ''].join('\n') };
  return latest.head;
};

/** Whether two requests are the same one. */
export const isSameRequest = (one: string, other: string): boolean =>
  one === other || digestOf(one) === digestOf(other);

const digestOf = (fingerprint: string): string => {
  const head = HEAD.exec(fingerprint);
  if (head === null) return fingerprint;
  const [line, ...parts] = head;
  return toDigest(parts.join('\n'), canonicalize(parseOwnJson(fingerprint.slice(line.length))));
};
