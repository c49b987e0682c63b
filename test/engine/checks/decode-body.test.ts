import { describe, expect, test } from '@jest/globals';
import { nextTurn } from '../../../src/edges/system/time.ts';
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

test('a large file of a form becomes a value, with what looks like the boundary at its parts', async () => {
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

describe('a body is refused', () => {
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
