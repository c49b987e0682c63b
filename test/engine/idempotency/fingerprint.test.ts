import { describe, expect, test } from '@jest/globals';
import { exactFingerprintOf, fingerprintOf, isSameRequest } from '../../../src/engine/idempotency/fingerprint.ts';
import { canonicalize } from '../../../src/kernel/canonical-json.ts';
import type { DecodedBody } from '../../../src/engine/message/message.ts';
import { parseJson } from '../../../src/kernel/json.ts';

const contentOf = (mediaType: string) => ({ mediaType, schema: undefined, examples: [] });
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const json = (text: string, mediaType = 'application/json'): DecodedBody => ({
  kind: 'json',
  content: contentOf(mediaType),
  bytes: bytesOf(text),
  text,
  ...parseJson(text, 50),
});

const text = (content: string): DecodedBody => ({
  kind: 'text',
  content: contentOf('text/plain'),
  bytes: bytesOf(content),
  text: content,
});

const binary = (content: string): DecodedBody => ({
  kind: 'binary',
  content: contentOf('application/pdf'),
  bytes: bytesOf(content),
});

const FILE = { field: 'file', fileName: 'a.pdf', mediaType: 'application/pdf', bytes: bytesOf('a') };
type Form = Extract<DecodedBody, { kind: 'form' }>;
const form = (fields: Form['fields'], ...files: Form['files']): DecodedBody => ({
  kind: 'form',
  content: contentOf('multipart/form-data'),
  bytes: bytesOf('whatever its boundary makes of it'),
  fields,
  files,
});

const of = (body: DecodedBody, method = 'POST', path = '/orders'): string => fingerprintOf(method, path, body);

describe('canonical JSON', () => {
  test.each([
    ['{"b":1,"a":[true,null,"x"]}', '{"a":[true,null,"x"],"b":1}'],
    ['{"a":{"d":1,"c":2}}', '{"a":{"c":2,"d":1}}'],
    ['[1.0,1e2,9007199254740993]', '[1,100,9007199254740993]'],
    ['{}', '{}'],
    ['[]', '[]'],
    ['null', 'null'],
  ])('of %s is %s', (written, canonical) => {
    expect(canonicalize(parseJson(written, 50).value)).toBe(canonical);
  });

  test('a member without a value is one that is null', () => {
    expect(canonicalize({ a: undefined })).toBe('{"a":null}');
  });
});

describe('the same request', () => {
  const long = JSON.stringify({ text: 'x'.repeat(3000), b: 1 });

  test.each([
    ['the same text', json('{"a":1}'), json('{"a":1}')],
    ['other white space and another order', json('{"a":1,"b":[2]}'), json('{ "b": [2], "a": 1.0 }')],
    ['a short text and a long one', json('{"a":1}'), json(`{"a":1${' '.repeat(3000)}}`)],
    ['long texts', json(long), json(JSON.stringify({ b: 1, text: 'x'.repeat(3000) }))],
    ['no body', { kind: 'none' }, { kind: 'none' }],
    ['text', text('a'), text('a')],
    ['bytes', binary('a'), binary('a')],
    ['fields in another order', form({ a: ['1'], b: ['2', '3'] }, FILE), form({ b: ['2', '3'], a: ['1'] }, FILE)],
  ] as const)('%s', (_what, one, other) => {
    expect(isSameRequest(of(one), of(other))).toBe(true);
    expect(isSameRequest(of(other), of(one))).toBe(true);
  });
});

describe('another request', () => {
  test.each([
    ['another value', json('{"a":1}'), json('{"a":2}')],
    ['another name', json('{"a":1}'), json('{"b":1}')],
    ['another value in a long text', json(`["${'x'.repeat(3000)}",1]`), json(`["${'x'.repeat(3000)}",2]`)],
    ['another order of a list', json('[1,2]'), json('[2,1]')],
    ['a text for a number', json('[1]'), json('["1"]')],
    ['another media type', json('{"a":1}'), json('{"a":1}', 'application/merge-patch+json')],
    ['no body', json('""'), { kind: 'none' }],
    ['another text', text('a'), text('b')],
    ['another case', text('a'), text('A')],
    ['other bytes', binary('a'), binary('b')],
    ['another field', form({ a: ['1'] }), form({ b: ['1'] })],
    ['another value of a field', form({ a: ['1'] }), form({ a: ['2'] })],
    ['another order of values', form({ a: ['1', '2'] }), form({ a: ['2', '1'] })],
    ['a file less', form({}, FILE), form({})],
    ['another place of a file', form({}, FILE), form({}, { ...FILE, field: 'other' })],
    ['another file name', form({}, FILE), form({}, { ...FILE, fileName: 'b.pdf' })],
    ['another media type of a file', form({}, FILE), form({}, { ...FILE, mediaType: 'image/png' })],
    ['other bytes of a file', form({}, FILE), form({}, { ...FILE, bytes: bytesOf('b') })],
  ] as const)('%s', (_what, one, other) => {
    expect(isSameRequest(of(one), of(other))).toBe(false);
    expect(isSameRequest(of(other), of(one))).toBe(false);
  });

  test.each([json('{"a":1}'), json(`"${'x'.repeat(3000)}"`), text('a'), form({ a: ['1'] }), { kind: 'none' } as const])(
    'by method or path: %#',
    (body) => {
      const one = of(body);
      for (const [method, path] of [
        ['PUT', '/orders'],
        ['POST', '/buyers'],
      ] as const) {
        expect(isSameRequest(one, of(body, method, path))).toBe(false);
        expect(isSameRequest(one, of(body))).toBe(true);
      }
    },
  );

  test('the end of a path is not the beginning of a body', () => {
    expect(isSameRequest(of(text('b'), 'POST', '/a'), of(text(''), 'POST', '/ab'))).toBe(false);
    expect(isSameRequest(of(text('x\ny'), 'POST', '/a'), of(text('y'), 'POST', '/a\ntext/plain\nx'))).toBe(false);
  });
});

describe('the same request where bytes count', () => {
  const exactly = (body: DecodedBody, method = 'POST', path = '/orders'): string =>
    exactFingerprintOf(method, path, body);

  test.each([json('{"a":1}'), text('a'), form({ a: ['1'] }), { kind: 'none' } as const])(
    'is one with the same method, path, media type and bytes: %#',
    (body) => {
      const one = exactly(body);
      expect(one).toMatch(/^[\w-]{43}$/);
      expect(isSameRequest(one, exactly(body))).toBe(true);
      expect(isSameRequest(one, exactly(body, 'PUT'))).toBe(false);
      expect(isSameRequest(one, exactly(body, 'POST', '/buyers'))).toBe(false);
    },
  );

  test.each([
    ['white space', json('{"a":1}'), json('{ "a":1}')],
    ['the order of members', json('{"a":1,"b":2}'), json('{"b":2,"a":1}')],
    ['the media type', json('{"a":1}'), json('{"a":1}', 'application/merge-patch+json')],
    ['whether there is a body', text(''), { kind: 'none' }],
  ] as const)('is another one by %s', (_what, one, other) => {
    expect(isSameRequest(exactly(one), exactly(other))).toBe(false);
  });
});

test('a short text stays as it is, and a long one is a digest: fingerprints are kept for a day', () => {
  const short = `"${'x'.repeat(2046)}"`;
  expect(of(json(short))).toBe(`=POST\n/orders\napplication/json\n${short}`);
  expect(of(json(`"${'x'.repeat(2047)}"`))).toMatch(/^[\w-]{43}$/);
  expect(of(text('a'))).toMatch(/^[\w-]{43}$/);
  expect(of({ kind: 'none' })).toMatch(/^[\w-]{43}$/);
});
