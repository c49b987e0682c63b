import { describe, expect, test } from '@jest/globals';
import { nextTurn } from '../../../src/edges/system/timers.ts';
import { decodeBody } from '../../../src/engine/checks/decode-body.ts';
import { BodyTooLarge, RequestAborted, ServerBusy } from '../../../src/kernel/http.ts';
import { requestOf } from './request-of.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';

const stage = decodeBody(
  partsOf({
    limits: { bodyBytes: 100, uploadBytes: 1_000_000, largeBodyBytes: 2000, jsonDepth: 3, jsonValues: 20 },
    contract: { document: {} },
    nextTurn,
  }),
);
const taking = (mediaTypes: readonly string[], required = true) =>
  operationOf({
    requestBody: {
      required,
      contents: mediaTypes.map((mediaType) => ({ mediaType, schema: undefined, examples: [] })),
    },
  });
const JSON_ONLY = taking(['application/json']);

const sent = (body: string | Uint8Array, type = 'application/json', headers: Record<string, string> = {}) =>
  requestOf({ method: 'POST', body, headers: { 'content-type': type, ...headers } });

test('the body of an operation that takes none is not read', async () => {
  const request = { ...sent('x'), readBody: () => Promise.reject(new Error('read')) };
  expect(await runOn(stage, { request, operation: operationOf() })).toEqual({ body: { kind: 'none' } });
});

describe('a body becomes a value', () => {
  test.each([
    ['JSON', sent('{"a":[1]}'), { kind: 'json', value: { a: [1] }, text: '{"a":[1]}' }],
    ['JSON of another name', sent('1', 'application/merge-patch+json'), { kind: 'json', value: 1 }],
    ['JSON behind a byte order mark', sent('\uFEFF1'), { kind: 'json', value: 1 }],
    [
      'a form',
      sent('a=1&a=2&b=%20', 'application/x-www-form-urlencoded'),
      { kind: 'form', fields: { a: ['1', '2'], b: [' '] } },
    ],
    ['text', sent('hello', 'text/plain'), { kind: 'text', text: 'hello' }],
    ['bytes', sent(new Uint8Array([255, 0]), 'application/pdf'), { kind: 'binary', bytes: new Uint8Array([255, 0]) }],
  ])('%s', async (_name, request, expected) => {
    const operation = taking([
      'application/json',
      'application/merge-patch+json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/pdf',
    ]);
    expect(await runOn(stage, { request, operation })).toMatchObject({ body: expected });
  });

  test('multipart', async () => {
    const text = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
    const request = sent(text, 'multipart/form-data; boundary=x');
    expect(await runOn(stage, { request, operation: taking(['multipart/form-data']) })).toMatchObject({
      body: { kind: 'form', fields: { a: ['1'] }, files: [] },
    });
  });

  test('a large file of a form, with what looks like the boundary at its parts', async () => {
    const content = Buffer.alloc(500_000, 'text\r\n--boundar\r\n--bound');
    const part = (name: string): string =>
      `--boundary\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\n\r\n`;
    const form = Buffer.concat([
      Buffer.from(part('a')),
      content,
      Buffer.from(`\r\n${part('b')}`),
      content.subarray(7, 100_000),
      Buffer.from('\r\n--boundary--\r\n'),
    ]);
    // As it is read from a connection: in memory of its own.
    const body = Buffer.allocUnsafeSlow(form.length);
    form.copy(body);
    const request = { ...sent('', 'multipart/form-data; boundary=boundary'), readBody: () => Promise.resolve(body) };
    const decoded = await runOn(stage, { request, operation: taking(['multipart/form-data']) });
    const { body: read } = decoded as { body: { files: readonly { field: string; bytes: Uint8Array }[] } };
    expect(
      read.files.map(({ field, bytes }) => [
        field,
        Buffer.from(bytes).equals(field === 'a' ? content : content.subarray(7, 100_000)),
      ]),
    ).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  test('none, where it may be absent', async () => {
    expect(await runOn(stage, { request: sent(''), operation: taking(['application/json'], false) })).toEqual({
      body: { kind: 'none' },
    });
  });
});

describe('a body is refused', () => {
  test.each([
    ['that is absent', sent(''), 400, 'The body is missing: createOrder needs one of content type application/json.'],
    ['that is no UTF-8', sent(new Uint8Array([34, 255, 34])), 400, 'not valid UTF-8'],
    ['that is no JSON', sent('{'), 400, 'Invalid JSON'],
    ['that is nested too deeply', sent('[[[[1]]]]'), 400, 'Invalid JSON'],
    ['of another media type', sent('x', 'text/csv'), 415, 'Content-Type text/csv is not supported here'],
    ['without a media type', sent('x', ''), 415, 'The body has no Content-Type'],
    ['in another charset', sent('1', 'application/json; charset=latin1'), 415, 'Charset latin1 is not supported'],
    ['that is compressed', sent('1', 'application/json', { 'content-encoding': 'gzip' }), 415, 'Content-Encoding gzip'],
  ])('%s', async (_name, request, status, detail) => {
    expect(await refusalOf(stage, { request, operation: JSON_ONLY })).toMatchObject({
      status,
      detail: expect.stringContaining(detail),
    });
  });

  test('with what would be taken', async () => {
    expect(await refusalOf(stage, { request: sent('x', 'text/csv'), operation: JSON_ONLY })).toMatchObject({
      headers: { accept: 'application/json' },
    });
    const compressed = sent('1', 'application/json', { 'content-encoding': 'gzip' });
    expect(await refusalOf(stage, { request: compressed, operation: JSON_ONLY })).toMatchObject({
      headers: { 'accept-encoding': 'identity' },
    });
  });

  test.each([
    ['too large', new BodyTooLarge(), 413],
    ['cut off', new RequestAborted(), 408],
    ['one too many', new ServerBusy(), 503],
  ])('that is %s', async (_name, error, status) => {
    const request = { ...sent('x'), readBody: () => Promise.reject(error) };
    expect(await refusalOf(stage, { request, operation: JSON_ONLY })).toMatchObject({ status });
  });

  test.each([
    ['of its kind', 'application/json', {}, 100],
    ['of its kind', 'multipart/form-data; boundary=x', {}, 1_000_000],
    ['that the description gives', 'application/json', { maxBodyBytes: 10 }, 10],
  ])('beyond the limit %s: %s', async (_limit, type, change, limit) => {
    const read: number[] = [];
    const readBody = (given: number) => {
      read.push(given);
      return Promise.reject(new BodyTooLarge());
    };
    const request = { ...sent('x', type), readBody };
    expect(await refusalOf(stage, { request, operation: { ...JSON_ONLY, ...change } })).toMatchObject({ status: 413 });
    expect(read).toEqual([limit]);
  });

  test('in a form of far too many parts, before it has been parsed to its end', async () => {
    const request = sent('--x\r\n\r\n\r\n'.repeat(100_000), 'multipart/form-data; boundary=x');
    const refusal = await refusalOf(stage, { request, operation: taking(['multipart/form-data']) });
    expect([refusal.status, refusal.detail]).toEqual([400, expect.stringContaining('too many parts')]);
  });

  test('but a failure of the connection stays one', async () => {
    const request = { ...sent('x'), readBody: () => Promise.reject(new Error('broken')) };
    await expect(runOn(stage, { request, operation: JSON_ONLY })).rejects.toThrow('broken');
  });
});
